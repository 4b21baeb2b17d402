import TestSupport
import Testing

/// What must hold after failures under load.
extension ServerProcess {
  /// Compares its list with the responses and the lists that the clients of earlier servers got.
  func check(_ ledger: PostLedger, _ history: ListHistory) async throws {
    let earlier = history.begin()
    let rows = try await rowsOnceBack()
    history.read(rows, after: earlier, from: "the last list")
    #expect(ledger.findings(in: rows) == [])
    #expect(ledger.surprises == [])
    #expect(history.findings == [])
  }

  /// Returns the rows of getaudio; a loop that has not reconnected yet may still respond with 503.
  func rowsOnceBack() async throws -> [[String?]] {
    var response = try await response(to: .get("/getaudio/"))
    try await eventually {
      guard response.status == 503 else { return true }
      response = try await self.response(to: .get("/getaudio/"))
      return response.status != 503
    }
    return try response.rows()
  }

  /// Runs a body while clients post, checks what they got, and stops the server.
  ///
  /// - Returns: The number of acknowledged posts.
  func underLoad(_ body: (PostLedger) async throws -> Void) async throws -> Int {
    let (ledger, history) = (PostLedger(), ListHistory())
    async let load: Void = PostingLoad.run(
      "load", clients: 4, to: self, ledger, history, isPersistent: true)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(ledger))
    } catch {
      outcome = .failure(error)
    }
    ledger.finish()
    try await load
    try await check(ledger, history)
    #expect(try await stop() == .exited(0))
    try outcome.get()
    return ledger.acknowledgedCount
  }

  /// The number of restarts of its private cluster.
  var restartCount: Int {
    program.errors.split(separator: "\n")
      .count { $0.contains("the private cluster exited and was restarted") }
  }
}
