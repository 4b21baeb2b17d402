import System
import TestSupport
import Testing

@testable import Sockets

struct SocketErrorTests {
  private static let address = SocketAddress.loopback(port: 8443)

  @Test(
    arguments: [
      (Errno.addressInUse, SocketError.addressInUse(address)),
      (.addressNotAvailable, .addressNotAvailable(address)),
      (.addressFamilyNotSupported, .addressNotAvailable(address)),
      (.permissionDenied, .permissionDenied(address)),
      (.notPermitted, .permissionDenied(address)),
      (.tooManyOpenFiles, .exhausted(.tooManyOpenFiles)),
      (.tooManyOpenFilesInSystem, .exhausted(.tooManyOpenFilesInSystem)),
      (.noMemory, .exhausted(.noMemory)),
      (.networkUnreachable, .system(.networkUnreachable, call: "connect")),
    ])
  func mapsErrnosOfCallsWithAnAddress(errno: Errno, error: SocketError) {
    #expect(SocketError(errno, call: "connect", address: Self.address) == error)
  }

  @Test func mapsErrnosOfCallsWithoutAddress() {
    #expect(SocketError(.noSpace, call: "epoll_ctl") == .exhausted(.noSpace))
    #expect(SocketError(.notPermitted, call: "x") == .system(.notPermitted, call: "x"))
  }

  @Test(
    arguments: [
      (SocketError.addressInUse(address), "127.0.0.1:8443 is in use"),
      (.addressNotAvailable(address), "127.0.0.1:8443 is not an address of this machine"),
      (.permissionDenied(address), "CAP_NET_BIND_SERVICE"),
      (.exhausted(.tooManyOpenFiles), "Too many open files"),
      (.unresolvable(host: "h"), "cannot resolve host name h"),
      (.system(.brokenPipe, call: "listen"), "listen: Broken pipe"),
    ])
  func describesTheCauseAndTheRemedy(error: SocketError, part: String) {
    #expect(error.description.contains(part))
  }
}
