import Foundation
import System
import TestSupport
import Testing

@testable import Sockets

struct SocketStreamDescriptorsTests {
  @Test func leavesNoDescriptorsOpen() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      // The first rounds open what the runtime opens only once.
      try await churn(rounds: 2)
      let before = try openDescriptorCount()
      try await churn(rounds: 30)
      let deadline = Deadline.after(soon)
      // The thread of the last loop may still be ending.
      while try openDescriptorCount() > before, !deadline.hasPassed { await Task.yield() }
      let after = try openDescriptorCount()
      precondition(after <= before)
    }
  }
}

private func openDescriptorCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Creates and ends loops with connections that are closed, dropped, refused or never accepted.
private func churn(rounds: Int) async throws {
  for _ in 0..<rounds {
    try await onLoop { loop in
      for _ in 0..<10 {
        let (client, server) = try await connectedPair(on: loop)
        try await client.write([1, 2, 3], until: .after(soon))
        server.close()
        server.close()
        _ = client
      }
      let listener = try Listener(on: .undisturbedLoopback(), loop: loop)
      _ = try await SocketStream.connect(to: listener.address, on: loop, until: .after(soon))
      listener.close()
      _ = try? await SocketStream.connect(to: listener.address, on: loop, until: .after(soon))
      try? Listener.checkIsFree(listener.address)
    }
  }
}
