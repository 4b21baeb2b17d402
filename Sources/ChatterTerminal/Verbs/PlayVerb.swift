import ChatterAudio
import ChatterClient

/// Plays one clip to its end.
@MainActor
struct PlayVerb {
  let options: PlayOptions
  /// The source of the clip; nil for a file.
  let source: (any ChattSource)?
  let player: AudioPlayer
  let console: any Console

  private static let pollInterval = Duration.milliseconds(50)

  func run() async throws(ExitError) {
    player.setupPlayer(clip: try await clip())
    player.rate = options.rate
    player.playTapped()
    let progress = ProgressLine("Playing", on: console, displayTimeout: .zero)
    defer { progress.end() }
    while player.isPlaying {
      progress.show(
        player.progress, "\(player.currentTimeString) / \(player.durationString)")
      guard (try? await Task.sleep(for: Self.pollInterval)) != nil else { break }
    }
    await player.settled()
    if let error = player.lastError { throw ExitError(error) }
    player.doneTapped()
    await player.settled()
  }

  private func clip() async throws(ExitError) -> [UInt8] {
    switch options.clip {
    case .file(let path): return try Files.input(path, bytesMax: ClipLimit.playedBytesMax)
    case .stored(let clip):
      guard let source else { throw ExitError("no server configured", .configuration) }
      return try await ClipRequest(source: source, console: console).bytes(of: clip)
    }
  }
}
