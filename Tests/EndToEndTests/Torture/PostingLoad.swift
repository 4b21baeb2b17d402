import Foundation
import Sockets
import TLS
import TestSupport

/// Clients that post texts and clips as fast as they are answered.
enum PostingLoad {
  /// Posts on several connections until the ledger is over or the connections break.
  ///
  /// - Parameter name: begins every message; no two loads of a ledger may share it.
  static func run(
    _ name: String, clients: Int, to server: ServerProcess, _ ledger: PostLedger
  ) async throws {
    let loop = try EventLoop(name: "load")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    await withDiscardingTaskGroup { group in
      for number in 0..<clients {
        group.addTask {
          // A connection that breaks is what this is about: there is nobody to tell.
          try? await loop.run {
            let client = try await TestClient.connect(to: server, context, on: loop)
            defer { client.close() }
            try await post("\(name)-\(number)", with: client, ledger)
          }
        }
      }
    }
  }

  private static func post(
    _ name: String, with client: TestClient, _ ledger: PostLedger
  ) async throws {
    var number = 0
    while !ledger.isOver {
      number += 1
      let message = number % 3 == 0 ? "\(name)-\(number)-clip" : "\(name)-\(number)"
      let audio = PostLedger.audio(of: message).map { #","audio":"\#($0)""# } ?? ""
      let request = WireRequest.post(
        "/postaudio/", #"{"username":"load","message":"\#(message)"\#(audio)}"#)
      ledger.sends(message)
      ledger.answered(message, try await client.answer(to: request))
    }
  }
}
