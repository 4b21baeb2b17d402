import Testing

@testable import ChatterDaemon

@Suite("The address of the web front end (needs nothing)")
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

  @Test func isAQRCodeInATerminal() {
    let lines = WebAddress(certificateHosts: ["192.0.2.7"]).codeLines
    #expect(lines.count > 10 && Set(lines.map(\.count)).count == 1)
  }
}
