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

  /// Requests the newest page, and shows the progress.
  func first() async throws(ExitError) {
    defer { progress.end() }
    do throws(ClientError) {
      try await source.newestChatts { [progress] in progress.show($0) }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Throws if the list of a server without pages was too large, and came without its clips.
  func requireClips() throws(ExitError) {
    if let failure = ExitError(ofMissingClips: source.lastError) { throw failure }
  }

  /// Requests the older pages, until the chatts are enough.
  func older(until isEnough: () -> Bool = { false }) async throws(ExitError) {
    do throws(ClientError) {
      while source.hasOlder, !isEnough(), !Task.isCancelled { try await source.olderChatts() }
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

  private func chatt(_ id: String) async throws(ExitError) -> Chatt? {
    guard let id = ChattID(id) else { return nil }
    do throws(ClientError) {
      return try await source.chatt(id)
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Returns a chatt and the bytes of its clip; throws if there is none.
  func clip(_ clip: StoredClip) async throws(ExitError) -> (chatt: Chatt, bytes: [UInt8]) {
    try await first()
    try requireClips()
    let chatt: Chatt?
    let missing: String
    switch clip {
    case .latest:
      try await older { source.chatts.contains(where: \.hasClip) }
      chatt = source.chatts.first(where: \.hasClip)
      missing = "no chatt has a clip: post one with chatter post --record"
    case .id(let text):
      chatt = try await self.chatt(text)
      missing = "no chatt has the id \(text): chatter list prints the ids"
    }
    guard let chatt else { throw ExitError(missing, .noInput) }
    let progress = ProgressLine("Getting", on: console)
    defer { progress.end() }
    do throws(ClientError) {
      let bytes = try await source.clip(of: chatt) { [progress] in progress.show($0) }
      if let bytes { return (chatt, bytes) }
    } catch {
      throw ExitError(error, at: source.authority)
    }
    throw ExitError("this chatt has no clip: chatter list prints the lengths of clips", .noInput)
  }
}
