import Testing

@testable import ChatterDaemon

struct WebAddressTests {
  @Test(arguments: [
    (["localhost", "127.0.0.1", "192.0.2.7", "::1"], ["[::]:8443"], "https://192.0.2.7:8443/"),
    (["chat.example.org", "192.0.2.7"], ["[::]:443"], "https://chat.example.org/"),
    (["*.example.org", "fd00::2"], ["0.0.0.0:8443"], "https://[fd00::2]:8443/"),
    (["localhost", "192.0.2.7"], ["127.0.0.1:9000"], "https://localhost:9000/"),
    (["localhost", "192.0.2.7"], ["[::1]:9000", "192.0.2.7:9000"], "https://192.0.2.7:9000/"),
    (["localhost"], ["[::]:8443"], "https://localhost:8443/"),
    (["192.0.2.7"], [], "https://192.0.2.7:8443/"),
  ])
  func isForOtherMachinesIfTheyCanReachIt(hosts: [String], listen: [String], url: String) {
    let address = WebAddress(
      certificateHosts: hosts, listen: listen.compactMap { ListenAddress($0) })
    #expect(address.url == url)
  }

  @Test(arguments: [
    (["192.0.2.7", "198.51.100.9"], ["198.51.100.9"], "https://198.51.100.9:8443/"),
    (["2001:db8:0::1", "192.0.2.7"], ["2001:db8::1"], "https://[2001:db8:0::1]:8443/"),
    (["chat.example.org", "192.0.2.7"], ["192.0.2.7"], "https://chat.example.org:8443/"),
    (["192.0.2.7"], ["10.0.0.5"], "https://192.0.2.7:8443/"),
  ])
  func prefersWhatTheMachineHasNow(hosts: [String], machine: [String], url: String) {
    #expect(WebAddress(certificateHosts: hosts, machine: machine).url == url)
  }

  @Test func isAQRCodeInATerminal() {
    let lines = WebAddress(certificateHosts: ["192.0.2.7"]).codeLines
    #expect(lines.count > 10 && Set(lines.map(\.count)).count == 1)
  }
}
