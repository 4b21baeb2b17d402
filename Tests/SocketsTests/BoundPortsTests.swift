import System
import TestSupport
import Testing

@testable import Sockets

struct BoundPortsTests {
  @Test func refusesConnectionsUntilALoopListens() async throws {
    let ports = try BoundPorts([.loopback()], loopCount: 2)
    let address = try #require(ports.addresses.first)
    #expect(address.port != 0)
    try await onLoop { loop in
      await #expect(throws: SocketError.self) {
        try await SocketStream.connect(to: address, on: loop, until: .after(soon)).close()
      }
      let listeners = try ports.listen(on: loop) + ports.listen(on: loop)
      #expect(listeners.map(\.address) == [address, address])
      try await SocketStream.connect(to: address, on: loop, until: .after(soon)).close()
      for listener in listeners { listener.close() }
    }
  }

  @Test func rejectsASecondProgramOnThePort() throws {
    let ports = try BoundPorts([.loopback()], loopCount: 2)
    let address = try #require(ports.addresses.first)
    #expect(throws: SocketError.addressInUse(address)) { try Listener.checkIsFree(address) }
    #expect(throws: SocketError.addressInUse(address)) {
      _ = try BoundPorts([address], loopCount: 1)
    }
  }

  @Test func freesPortsThatNoLoopTook() async throws {
    var ports: BoundPorts? = try BoundPorts([.undisturbedLoopback()], loopCount: 3)
    let address = try #require(ports?.addresses.first)
    try await onLoop { loop in
      for listener in try BoundPorts([.loopback()], loopCount: 1).listen(on: loop) {
        #expect(throws: SocketError.self) {
          _ = try BoundPorts([.loopback(), listener.address], loopCount: 1)
        }
        listener.close()
      }
    }
    ports = nil
    try await address.becomesFree()
  }
}
