import Chatter
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
    if case .file(let path) = options.clip {
      return try Files.input(path, bytesMax: ClipLimit.playedBytesMax)
    }
    guard let source else { throw ExitError("no server configured", .configuration) }
    try await ListRequests(source, console).first()
    if let failure = ExitError(ofMissingClips: source.lastError) { throw failure }
    return try clip(of: source.chatts)
  }

  private func clip(of chatts: [Chatt]) throws(ExitError) -> [UInt8] {
    let chatt: Chatt?
    let missing: String
    switch options.clip {
    case .latest:
      chatt = chatts.first { $0.audio != nil }
      missing = "no chatt has a clip: post one with chatter post --record"
    case .id(let text):
      chatt = ChattID(text).flatMap { id in chatts.first { $0.id == id } }
      missing = "no chatt has the id \(text): chatter list prints the ids"
    case .file:
      (chatt, missing) = (nil, "")
    }
    guard let chatt else { throw ExitError(missing, .noInput) }
    do throws(Base64Error) {
      if let clip = try chatt.audioBytes() { return clip }
    } catch {
      throw ExitError("cannot read the clip: \(error): ask its author to post it again", .data)
    }
    throw ExitError("this chatt has no clip: chatter list prints the lengths of clips", .noInput)
  }
}
