import Chatter
import ChatterAudio
import ChatterClient
import Program

/// Plays one clip to its end.
@MainActor
struct PlayVerb {
  let options: PlayOptions
  /// The source of the clip; nil for a file.
  let source: (any ChattSource)?
  let player: any Listening
  let console: any Console
  let glyphs: Glyphs

  private static let lookInterval = Duration.milliseconds(50)

  func run() async throws(Trouble) {
    player.setupPlayer(clip: try await clip())
    player.rate = options.rate
    player.playTapped()
    let progress = ProgressLine("Playing", on: console, glyphs: glyphs, patience: .zero)
    defer { progress.end() }
    while player.view.isPlaying {
      let view = player.view
      progress.show(
        view.progress, "\(view.currentTime.clockText) / \(view.duration.clockText)")
      guard (try? await Task.sleep(for: Self.lookInterval)) != nil else { break }
    }
    await player.settled()
    if let trouble = player.failure { throw trouble }
    player.doneTapped()
    await player.settled()
  }

  private func clip() async throws(Trouble) -> [UInt8] {
    if case .file(let path) = options.clip {
      do throws(FileError) {
        return try Files.read(path, bytesMax: Files.playableBytesMax)
      } catch {
        throw Trouble(path, error)
      }
    }
    guard let source else { throw Trouble("no server configured", .configuration) }
    let progress = ProgressLine("Getting", on: console, glyphs: glyphs)
    do throws(ClientError) {
      try await source.retrieve(TransferRelay.to(progress))
    } catch {
      progress.end()
      throw Trouble(error)
    }
    progress.end()
    if let trouble = Trouble(ofMissingClips: source.lastError) { throw trouble }
    return try clip(of: source.chatts)
  }

  private func clip(of chatts: [Chatt]) throws(Trouble) -> [UInt8] {
    let chatt: Chatt?
    let missing: String
    switch options.clip {
    case .latest:
      chatt = chatts.first { $0.audio != nil }
      missing = "no chatt has a clip"
    case .id(let text):
      chatt = ChattID(text).flatMap { id in chatts.first { $0.id == id } }
      missing = "no chatt has the id \(text)"
    case .file:
      (chatt, missing) = (nil, "")
    }
    guard let chatt else { throw Trouble(missing, .noInput) }
    do throws(Base64Error) {
      if let clip = try chatt.audioBytes() { return clip }
    } catch {
      throw Trouble("cannot read the clip: \(error)", .data)
    }
    throw Trouble("this chatt has no clip", .noInput)
  }
}
