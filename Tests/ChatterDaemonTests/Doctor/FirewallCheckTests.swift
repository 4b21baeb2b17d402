import TestSupport
import Testing

@testable import ChatterDaemon

struct FirewallCheckTests {
  private static let ufw = "### tuple ### allow tcp 22 0.0.0.0/0 any 0.0.0.0/0 in\n"
  private static func rules(_ text: String?) -> FirewallCheck {
    FirewallCheck(
      rules: [.init(firewall: "ufw", path: "/etc/ufw/user.rules", text: text)], ports: [8443])
  }

  static let samples = [
    FaultSample(kind: .firewallBlocks, faults: rules(ufw).faults),
    FaultSample(kind: .firewallUnreadable, faults: rules(nil).faults),
  ]

  @Test(arguments: [
    ("### tuple ### allow tcp 8443 0.0.0.0/0 any 0.0.0.0/0 in", true),
    ("tcp dport { 22, 8443 } accept", true), ("tcp dport 8000-9000 accept", true),
    ("-A INPUT -p tcp --dport 8000:9000 -j ACCEPT", true),
    ("tcp dport 8443 drop", false), ("# tcp dport 8443 accept", false),
    ("tcp dport 84430 accept", false), ("tcp dport 9000-8000 accept", false), ("", false),
  ])
  func findsThePortInRulesThatAccept(text: String, isFound: Bool) {
    #expect(FirewallCheck.mentions(8443, text) == isFound)
    #expect(FirewallCheck.mentions(443, "tcp dport https accept"))
  }

  @Test(arguments: [
    (":INPUT DROP [0:0]", true), (":INPUT ACCEPT [0:0]\n:FORWARD DROP [0:0]", false),
    ("chain input { type filter hook input priority 0; policy drop; }", true),
    ("chain input { type filter hook input priority 0; policy accept; }", false),
    ("chain f { type filter hook forward priority 0; policy drop; }", false),
  ])
  func knowsWhetherIncomingPacketsAreRefused(text: String, isDropped: Bool) {
    #expect(FirewallCheck.dropsInput(text) == isDropped)
  }

  @Test func readsTheFilesOfTheSystem() async throws {
    let root = try TemporaryDirectory()
    _ = try await ProgramRun(
      shell: """
        mkdir -p "$1/etc/ufw" "$1/etc/iptables"
        echo ENABLED=yes > "$1/etc/ufw/ufw.conf"
        echo "### tuple ### allow tcp 22 any" > "$1/etc/ufw/user.rules"
        printf ':INPUT DROP\\n-A INPUT -p tcp --dport 8443 -j ACCEPT\\n' > "$1/etc/iptables/rules.v4"
        """, [root.path]
    ).checked()
    let listen = try #require(ListenAddress("8443"))
    let check = FirewallCheck(listen: [listen], root: root.path)
    #expect(check.rules.map(\.firewall) == ["ufw", "iptables"])
    #expect(check.faults.map(\.kind) == [.firewallBlocks])
    let local = try #require(ListenAddress("127.0.0.1:8443"))
    #expect(FirewallCheck(listen: [local], root: root.path).faults == [])
  }
}
