import Foundation
import System
import TLS
import TestSupport

/// Clients that post texts and clips by all APIs as fast as the server responds and delete some of
/// them, and one that reads the list.
enum PostingLoad {
  /// Posts on several connections until the ledger is over or the connections break.
  ///
  /// - Parameters:
  ///   - name: The prefix of every message, unique among the loads of a ledger.
  ///   - isPersistent: Whether a broken connection is replaced by a new one.
  static func run(
    _ name: String, clients: Int, to server: ServerProcess, _ ledger: PostLedger,
    _ history: ListHistory, isPersistent: Bool = false
  ) async throws {
    let loop = try EventLoop(name: "load")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    await withDiscardingTaskGroup { group in
      for number in 0...clients {
        group.addTask {
          var round = 0
          repeat {
            round += 1
            // Broken connections are expected here.
            try? await loop.run { [round] in
              let client = try await TestClient.connect(to: server, context, on: loop)
              defer { client.close() }
              if number == clients {
                try await read(with: client, ledger, history)
              } else {
                try await post("\(name)-\(number)-\(round)", with: client, ledger, history)
              }
            }
          } while isPersistent && !ledger.isOver && !server.program.hasEnded
        }
      }
    }
  }

  private static func post(
    _ name: String, with client: TestClient, _ ledger: PostLedger, _ history: ListHistory
  ) async throws {
    var number = 0
    while !ledger.isOver {
      number += 1
      let message = number % 3 == 0 ? "\(name)-\(number)-clip" : "\(name)-\(number)"
      var request = PostWay.allCases[number / 2 % 3].request(for: message)
      // A post with a key is stored by other code, in a separate transaction.
      if number % 2 == 0 {
        request = request.with(fields: "Idempotency-Key: \"the key of \(message)\"")
      }
      ledger.sends(message)
      let response = try await client.response(to: request)
      ledger.received(message, response)
      if response.status == 201, number % 5 == 0 {
        try await client.delete(message, posted: response.body, ledger, history)
      }
    }
  }

  private static func read(
    with client: TestClient, _ ledger: PostLedger, _ history: ListHistory
  ) async throws {
    while !ledger.isOver {
      let earlier = history.begin()
      let response = try await client.response(to: .get("/getchatts/"))
      if response.status == 503 { continue }
      do {
        history.read(try response.rows(), after: earlier, from: "the load's reader")
      } catch {
        ledger.addSurprise("a list: \(response.status), \(error)")
      }
    }
  }
}
