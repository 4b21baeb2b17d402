import Glibc
import System
import TestSupport
import Testing

@testable import Sockets

struct ListeningSocketTests {
  private static let any6 = SocketAddress(.v6(0, scope: 0), port: 0)

  /// A machine without IPv6.
  private static func withoutIPv6(_ family: Int32) throws(Errno) -> Int32 {
    guard family != AF_INET6 else { throw .addressFamilyNotSupported }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    return try systemCall { socket(family, kind, 0) }
  }

  @Test func createsNonBlockingSocketsThatAreNotInherited() throws {
    let socket = try ListeningSocket(on: .loopback(), sharesPort: true)
    #expect(fcntl(socket.descriptor.number, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(socket.descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
    #expect(socket.address.port != 0)
  }

  @Test func fallsBackToIPv4WithoutIPv6() throws {
    let socket = try ListeningSocket(
      on: Self.any6, sharesPort: true, makeSocket: Self.withoutIPv6)
    #expect(socket.address.hostText == "0.0.0.0")
    #expect(socket.address.port != 0)
  }

  @Test func rejectsIPv6AddressesWithoutIPv6() throws {
    let address = try #require(SocketAddress(numericHost: "::1", port: 0))
    #expect(throws: SocketError.addressNotAvailable(address)) {
      _ = try ListeningSocket(on: address, sharesPort: true, makeSocket: Self.withoutIPv6)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func sharesPortsOnlyIfAllSocketsAllowIt(first: Bool, second: Bool) throws {
    let socket = try ListeningSocket(on: .loopback(), sharesPort: first)
    try socket.listen()
    if first, second {
      let other = try ListeningSocket(on: socket.address, sharesPort: true)
      try other.listen()
      #expect(other.address == socket.address)
    } else {
      #expect(throws: SocketError.addressInUse(socket.address)) {
        try ListeningSocket(on: socket.address, sharesPort: second).listen()
      }
    }
  }
}
