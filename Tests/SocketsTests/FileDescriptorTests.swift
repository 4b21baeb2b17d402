import Foundation
import Glibc
import TestSupport
import Testing

@testable import Sockets

@Suite("A file descriptor (needs a socket)")
struct FileDescriptorTests {
  @Test("it is open while it is owned and closed when its owner goes")
  func ownership() async {
    // Alone in a process, so that nobody else takes the number in between.
    await #expect(processExitsWith: .success) {
      endSoon()
      let ends = try DescriptorPair.pipeEnds()
      do {
        let end = FileDescriptor(owning: ends[0])
        precondition(fcntl(end.number, F_GETFD) >= 0)
      }
      precondition(fcntl(ends[0], F_GETFD) == -1 && errno == EBADF)
      FileDescriptor(owning: ends[1]).disown()
      precondition(fcntl(ends[1], F_GETFD) >= 0)
    }
  }

  @Test("loops, listeners and streams that come and go leave no descriptor behind")
  func leaks() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      // What the runtime opens once is open after the first round.
      try await churn(rounds: 2)
      let before = try openDescriptorCount()
      try await churn(rounds: 30)
      let wanted = Deadline.after(soon)
      // The last loop's thread may still be on its way out.
      while try openDescriptorCount() > before, !wanted.hasPassed { await Task.yield() }
      let after = try openDescriptorCount()
      precondition(after <= before)
    }
  }
}

private func openDescriptorCount() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}

/// Makes and ends loops with connections in every way: closed, dropped, refused, never accepted.
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
