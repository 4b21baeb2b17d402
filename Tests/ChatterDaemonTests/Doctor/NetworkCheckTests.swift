import Sockets
import Testing

@testable import ChatterDaemon

struct NetworkCheckTests {
  private static func port(_ text: String) -> NetworkCheck.Port {
    guard let listen = ListenAddress(text) else { preconditionFailure("not an address: \(text)") }
    let address = SocketAddress(numericHost: listen.host, port: listen.port)
    return NetworkCheck.Port(
      listen: listen,
      resolved: address.map { .success([$0]) } ?? .failure(.unresolvable(host: listen.host)))
  }

  private static let stranger = ProcessName(process: 7, name: "nginx")
  private static let own = ProcessName(process: 8, name: "chatterd")

  private static let healthy = NetworkCheck(
    ports: [port("[::]:8443")], machine: ["127.0.0.1", "192.0.2.7"], firstOrdinaryPort: 1024,
    now: 2000, programTime: 1000)

  static let samples = FaultSample.variants(
    of: healthy,
    [
      (
        .portTaken,
        {
          $0.ports[0].isTaken = true
          $0.ports[0].owners = [stranger]
        }
      ),
      (.portForbidden, { $0.ports = [port("443")] }),
      (.listenAddressForeign, { $0.ports = [port("192.0.2.8:8443")] }),
      (.listenNameUnknown, { $0.ports = [port("nowhere.invalid:8443")] }),
      (.listenTwice, { $0.ports = [port("[::]:8443"), port("192.0.2.7:8443")] }),
      (.listenOnlyLocally, { $0.ports = [port("127.0.0.1:8443"), port("[::1]:8443")] }),
      (
        .portUnreachable,
        {
          $0.ports[0].isTaken = true
          $0.ports[0].connectFailure = "connection timed out"
        }
      ),
      (.clockBehind, { $0.now = 999 }),
    ], faults: \.faults)

  @Test func findsNothingAtAFreePortNorAtOneThatChatterdServes() {
    var check = Self.healthy
    #expect(check.faults == [] && !check.isServed)
    check.ports[0].isTaken = true
    check.ports[0].owners = [Self.own]
    #expect(check.faults == [] && check.isServed)
    check.ports[0].owners = []
    #expect(check.faults == [] && check.isServed, "another user's process cannot be seen")
    check.ports[0].owners = [Self.stranger]
    #expect(!check.isServed)
  }
}
