import Glibc
import System
import TestSupport
import Testing

@testable import Sockets

struct ListenerTests {
  @Test func returnsTheAddressesOfBothEnds() async throws {
    try await onLoop { loop in
      let listener = try Listener(on: .loopback(), loop: loop)
      #expect(listener.address.port != 0)
      let client = try await SocketStream.connect(
        to: listener.address, on: loop, until: .after(soon))
      let server = try await listener.accept()
      #expect(client.peer == listener.address)
      #expect(server.peer.hostText == "127.0.0.1")
      #expect(server.peer.port != listener.address.port)
    }
  }

  @Test func acceptsIPv4AndIPv6OnTheUnspecifiedAddress() async throws {
    try await onLoop { loop in
      let any = try #require(SocketAddress(numericHost: "::", port: 0))
      let listener = try Listener(on: any, loop: loop)
      for (host, text) in [("::1", "::1"), ("127.0.0.1", "127.0.0.1")] {
        let address = try #require(
          SocketAddress(numericHost: host, port: listener.address.port))
        let client = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
        let server = try await listener.accept()
        #expect(server.peer.hostText == text)
        client.close()
      }
    }
  }

  @Test func sharesAPortBetweenLoops() async throws {
    let loops = try (0..<2).map { try EventLoop(name: "test\($0)") }
    defer { for loop in loops { loop.stop() } }
    let (first, address) = try await loops[0].run {
      let listener = try Listener(on: .loopback(), loop: loops[0])
      return (LoopBound(listener, on: loops[0]), listener.address)
    }
    let second = try await loops[1].run {
      LoopBound(try Listener(on: address, loop: loops[1]), on: loops[1])
    }
    let accepting = zip(loops, [first, second]).map { loop, listener in
      Task(executorPreference: loop) {
        var count = 0
        while let stream = try? await listener.value.accept() {
          #expect(loop.isCurrent)
          stream.close()
          count += 1
        }
        return count
      }
    }
    try await onLoop { loop in
      for _ in 0..<64 {
        let client = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
        var bytes: [UInt8] = []
        // The end of the stream shows that it was accepted.
        #expect(try await client.read(into: &bytes, atMost: 1, until: .after(soon)) == 0)
      }
    }
    try await loops[0].run { first.value.close() }
    try await loops[1].run { second.value.close() }
    let counts = (await accepting[0].value, await accepting[1].value)
    #expect(counts.0 + counts.1 == 64)
    #expect(counts.0 > 0 && counts.1 > 0)
  }

  @Test func freesThePortAndCancelsWaitersOnClose() async throws {
    try await onLoop { loop in
      let listener = LoopBound(
        try Listener(on: .undisturbedLoopback(), loop: loop), on: loop)
      let address = listener.value.address
      #expect(throws: SocketError.addressInUse(address)) { try Listener.checkIsFree(address) }
      let accepting = Task(executorPreference: loop) {
        await result { () throws(SocketError) in try await listener.value.accept().peer }
      }
      await Task.yield()
      listener.value.close()
      listener.value.close()
      #expect(await accepting.value == .failure(.system(.cancelled, call: "accept4")))
      try await address.becomesFree()
      #expect(try listener.value.acceptNow() == nil)
      await #expect(throws: WaitError.cancelled) { try await listener.value.waitForConnection() }
      await #expect(throws: SocketError.system(.connectionRefused, call: "connect")) {
        try await SocketStream.connect(to: address, on: loop, until: .after(soon))
      }
    }
  }

  @Test func rejectsAddressesOfOtherMachines() async throws {
    let foreign = SocketAddress(.v4(0xC000_0201), port: 0)
    await #expect(throws: SocketError.addressNotAvailable(foreign)) {
      try await onLoop { loop in _ = try Listener(on: foreign, loop: loop) }
    }
  }

  @Test func keepsConnectionsWhileOutOfDescriptors() async {
    await #expect(processExitsWith: .success) {
      endSoon()
      try await onLoop { loop in
        let listener = try Listener(on: .loopback(), loop: loop)
        let client = try await SocketStream.connect(
          to: listener.address, on: loop, until: .after(soon))
        try await client.write([42], until: .after(soon))
        var hoard: [Int32] = []
        var limit = rlimit(rlim_cur: 256, rlim_max: 256)
        precondition(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        while true {
          let copy = dup(0)
          guard copy >= 0 else { break }
          hoard.append(copy)
        }
        for _ in 0..<3 {
          let refused = await result { () throws(SocketError) in
            try await listener.accept().peer
          }
          precondition(refused == .failure(.exhausted(.tooManyOpenFiles)))
        }
        close(hoard.removeLast())
        let server = try await listener.accept()
        var bytes: [UInt8] = []
        let count = try await server.read(into: &bytes, atMost: 9, until: .after(soon))
        precondition(count == 1 && bytes == [42])
      }
    }
  }
}
