import Foundation
import System
import TestSupport
import Testing

@testable import Sockets

struct BoundPortsInheritedTests {
  /// A socket of a service manager, which keeps its own descriptor.
  private struct Managed {
    let socket: ListeningSocket

    init() throws {
      socket = try ListeningSocket(on: .loopback(), sharesPort: false)
      try socket.listen()
    }

    /// A further descriptor for a process that is started.
    func descriptor() -> Int32 { dup(socket.descriptor.number) }
  }

  @Test func shareTheirQueueAmongLoops() async throws {
    let managed = try Managed()
    let ports = try BoundPorts(inherited: [managed.descriptor()], loopCount: 2)
    #expect(ports.addresses == [managed.socket.address])
    try await onLoop { loop in
      let address = managed.socket.address
      let here = try #require(try ports.listen(on: loop).first)
      // A loop of its own for each listener, as in a server.
      let other = try EventLoop(name: "other")
      let there = try await other.run {
        LoopBound(try #require(try ports.listen(on: other).first), on: other)
      }
      #expect(here.address == address)
      let first = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
      try await here.accept().close()
      let second = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
      try await other.run { try await there.value.accept().close() }
      #expect(try here.acceptNow() == nil, "an empty queue does not block")
      for client in [first, second] { client.close() }
      here.close()
      try await other.run { there.value.close() }
      other.stop()
    }
  }

  @Test func keepTheirConnectionsForTheNextProcess() async throws {
    let managed = try Managed()
    let address = managed.socket.address
    try await onLoop { loop in
      let first = try BoundPorts(inherited: [managed.descriptor()], loopCount: 1)
      let old = try first.listen(on: loop)
      let waiting = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
      for listener in old { listener.close() }
      let late = try await SocketStream.connect(to: address, on: loop, until: .after(soon))
      try await late.write([7], until: .after(soon))

      let next = try BoundPorts(inherited: [managed.descriptor()], loopCount: 1)
      let listener = try #require(try next.listen(on: loop).first)
      try await listener.accept().close()
      let stream = try await listener.accept()
      var bytes: [UInt8] = []
      _ = try await stream.read(into: &bytes, atMost: 1, until: .after(soon))
      #expect(bytes == [7])
      for stream in [stream, waiting, late] { stream.close() }
      listener.close()
    }
  }

  @Test func mustListenOverTCP() throws {
    let silent = try ListeningSocket(on: .loopback(), sharesPort: false)
    let local = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let file = unsafe open("/dev/null", O_RDONLY)
    defer {
      close(local)
      close(file)
    }
    // The last one is not open.
    for number in [silent.descriptor.number, local, file, 1 << 20] {
      #expect(throws: SocketError.notAListener(descriptor: number)) {
        _ = try BoundPorts(inherited: [number], loopCount: 1)
      }
    }
    #expect("\(SocketError.notAListener(descriptor: 3))".contains("descriptor 3"))
  }

  @Test func areNotPassedOn() throws {
    let managed = try Managed()
    let number = managed.descriptor()
    let ports = try BoundPorts(inherited: [number], loopCount: 1)
    withExtendedLifetime(ports) {
      #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(number, F_GETFL) & O_NONBLOCK != 0)
    }
  }
}
