import ChatterClient

/// The list requests of a verb.
@MainActor
struct ListRequests {
  let source: any ChattSource
  let console: any Console
  /// The progress of the first request.
  let progress: ProgressLine
  private var isReaching = true

  init(_ source: any ChattSource, _ console: any Console) {
    (self.source, self.console) = (source, console)
    progress = ProgressLine("Getting", on: console)
  }

  /// Requests the first list, and shows the progress.
  func first() async throws(ExitError) {
    defer { progress.end() }
    do throws(ClientError) {
      try await source.getChatts { [progress] in progress.show($0) }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Requests the newest page, or the list of a server without pages, and shows the progress.
  func newest() async throws(ExitError) {
    defer { progress.end() }
    do throws(ClientError) {
      try await source.newestChatts { [progress] in progress.show($0) }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Requests all older pages.
  func older() async throws(ExitError) {
    do throws(ClientError) {
      while source.hasOlder, !Task.isCancelled { try await source.olderChatts() }
    } catch {
      throw ExitError(error, at: source.authority)
    }
  }

  /// Reports the error of a later request once while it lasts, and that it is over; throws an error
  /// that is not temporary.
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
    guard failure.isTemporary || error == .cancelled else { throw failure }
    if isReaching { console.report("chatter: \(failure.message)\n") }
    isReaching = false
  }
}
