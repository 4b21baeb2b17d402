import Chatter
import ChatterClient

@MainActor
struct ListRequests {
  let source: any ChattSource
  let console: any Console
  let progress: ProgressLine
  private var isReaching = true

  init(_ source: any ChattSource, _ console: any Console) {
    (self.source, self.console) = (source, console)
    progress = ProgressLine("Getting", on: console)
  }

  /// Requests the list with its clips or, without them, the newest page, and shows the progress.
  func first(withClips: Bool) async throws(ExitError) {
    defer { progress.end() }
    let show = { @Sendable [progress] (transfer: TransferProgress) in progress.show(transfer) }
    do throws(ClientError) {
      if withClips {
        try await source.getChatts(progress: show)
      } else {
        try await source.newestChatts(progress: show)
      }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  func older() async throws(ExitError) {
    do throws(ClientError) {
      while source.hasOlder, !Task.isCancelled { try await source.olderChatts() }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Reports the error of a later request once, and its end; throws one that is not temporary.
  mutating func checkOutage() throws(ExitError) {
    let error = source.lastError.flatMap { error -> ClientError? in
      if case .tooLarge = error { nil } else { error }
    }
    guard let error else {
      if !isReaching { console.report("chatter: the server is back\n") }
      isReaching = true
      return
    }
    let failure = ExitError(error, at: source.authority)
    let isTemporary = [.unavailable, .temporary].contains(failure.exitCode)
    guard isTemporary || error == .cancelled else { throw failure }
    if isReaching { console.report("chatter: \(failure.message)\n") }
    isReaching = false
  }

  /// Returns the bytes of a clip; throws if there is none, or the list came without its clips.
  func bytes(of clip: StoredClip) async throws(ExitError) -> [UInt8] {
    try await first(withClips: true)
    if let failure = ExitError(ofMissingClips: source.lastError) { throw failure }
    let chatt: Chatt?
    let missing: String
    switch clip {
    case .latest:
      chatt = source.chatts.first { $0.audio != nil }
      missing = "no chatt has a clip: post one with chatter post --record"
    case .id(let text):
      chatt = ChattID(text).flatMap { id in source.chatts.first { $0.id == id } }
      missing = "no chatt has the id \(text): chatter list prints the ids"
    }
    guard let chatt else { throw ExitError(missing, .noInput) }
    do throws(Base64Error) {
      if let bytes = try chatt.audioBytes() { return bytes }
    } catch {
      throw ExitError("cannot read the clip: \(error): ask its author to post it again", .data)
    }
    throw ExitError("this chatt has no clip: chatter list prints the lengths of clips", .noInput)
  }
}
