import Chatter
import ChatterAudio

@MainActor
struct PlayVerb {
  let options: PlayOptions
  let source: (any ChattSource)?
  let player: AudioPlayer
  let console: any Console
  /// The keys of the terminal; nil if it is not read.
  var keys: AsyncStream<TerminalEvent>?
  /// Which clips were heard; nil without a home directory.
  var heard: HeardFile?

  private static let pollInterval = Duration.milliseconds(50)

  func run() async throws(ExitError) {
    let hasQuit = Shared(false)
    let listening = keys.map { keys in Task { await listen(keys, hasQuit) } }
    defer { listening?.cancel() }
    let (chatt, clip) = try await clip()
    player.setupPlayer(clip: clip)
    player.rate = options.rate
    player.playTapped()
    let progress = ProgressLine("Playing", on: console, displayTimeout: .zero)
    defer { progress.end() }
    while player.isPlaying || player.isPaused, !hasQuit.value {
      if player.isNearEnd { markHeard(chatt) }
      progress.show(
        player.progress, "\(player.currentTimeString) / \(player.durationString)\(hint)")
      guard (try? await Task.sleep(for: Self.pollInterval)) != nil else { break }
    }
    if hasQuit.value { player.stopTapped() }
    await player.settled()
    if let error = player.lastError { throw failure(error, clip) }
    if !hasQuit.value, !Task.isCancelled { markHeard(chatt) }
    player.doneTapped()
    await player.settled()
  }

  private func markHeard(_ chatt: Chatt?) {
    guard let id = chatt?.id, let date = chatt?.date else { return }
    heard?.mark(id, at: date)
  }

  private var hint: String {
    keys == nil ? "" : "  space \(player.isPaused ? "resumes" : "pauses"), q ends"
  }

  private func listen(_ keys: AsyncStream<TerminalEvent>, _ hasQuit: Shared<Bool>) async {
    var parser = KeyParser()
    for await event in keys {
      if case .bytes(let bytes, _) = event { parser.receive(bytes) }
      while let key = event == .quiet ? parser.settle() : parser.next() {
        switch key {
        case .text(" ") where player.isPlaying || player.isPaused: player.playTapped()
        case .text("q"), .text("Q"): hasQuit.value = true
        default: break
        }
      }
    }
  }

  private func failure(_ error: AudioError, _ clip: [UInt8]) -> ExitError {
    guard case .file(let path) = options.clip, case .undecodable = error else {
      return ExitError(error)
    }
    let name = path == "-" ? "standard input" : path
    do throws(AudioClipError) {
      _ = try AudioClip(bytes: clip)
    } catch {
      return ExitError("\(name): \(error)", .data)
    }
    return ExitError("\(name): \(error)", .data)
  }

  /// Returns the clip, with its chatt unless it is a file.
  private func clip() async throws(ExitError) -> (chatt: Chatt?, bytes: [UInt8]) {
    switch options.clip {
    case .file(let path): return (nil, try Files.input(path, bytesMax: ClipLimit.playedBytesMax))
    case .stored(let clip):
      guard let source else { throw ExitError("no server configured", .configuration) }
      let found = try await ListRequests(source, console).clip(clip)
      heard?.begin(source.chatts)
      return (found.chatt, found.bytes)
    }
  }
}
