import Sockets
import TestSupport
import Testing

@testable import ChatterDaemon

struct NetworkCheckTests {
  private static func port(
    _ text: String, _ failure: ((SocketAddress) -> SocketError)? = nil
  ) -> NetworkCheck.Port {
    guard let listen = ListenAddress(text) else { preconditionFailure("not an address: \(text)") }
    let address = SocketAddress(numericHost: listen.host, port: listen.port) ?? .loopback()
    return NetworkCheck.Port(listen: listen, failure: failure?(address))
  }

  private static let stranger = ProcessName(process: 7, name: "nginx")
  private static let own = ProcessName(process: 8, name: "chatterd")

  private static let healthy = NetworkCheck(ports: [port("[::]:8443")])

  static let samples = FaultSample.variants(
    of: healthy,
    [
      (
        .portTaken,
        {
          $0.ports = [port("[::]:8443", SocketError.addressInUse)]
          $0.ports[0].owners = [stranger]
        }
      ),
      (.portForbidden, { $0.ports = [port("[::]:443", SocketError.permissionDenied)] }),
      (
        .listenAddressForeign,
        { $0.ports = [port("192.0.2.8:8443", SocketError.addressNotAvailable)] }
      ),
      (
        .listenNameUnknown,
        { $0.ports = [port("a.invalid:8443") { _ in .unresolvable(host: "a.invalid") }] }
      ),
    ], faults: \.faults)

  @Test func findsNothingAtAFreePortNorAtOneThatChatterdServes() {
    var check = Self.healthy
    #expect(check.faults == [])
    check.ports = [Self.port("[::]:8443", SocketError.addressInUse)]
    #expect(check.faults == [], "another user's process cannot be seen")
    check.ports[0].owners = [Self.own]
    #expect(check.faults == [])
  }
}
