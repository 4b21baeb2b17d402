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

  /// Requests a later list. A temporary error is reported once; any other error is thrown.
  ///
  /// - Returns: Whether the list arrived.
  @discardableResult
  mutating func next() async throws(ExitError) -> Bool {
    do throws(ClientError) {
      try await source.getChatts(progress: nil)
      if !isReaching { console.report("chatter: the server is back\n") }
      isReaching = true
      return true
    } catch {
      if Task.isCancelled { return false }
      let failure = ExitError(error, at: source.authority)
      guard failure.isTemporary else { throw failure }
      if isReaching { console.report("chatter: \(failure.message)\n") }
      isReaching = false
      return false
    }
  }
}
