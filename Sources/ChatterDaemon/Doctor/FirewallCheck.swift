/// The firewall's configuration, as far as files of the system contain it.
struct FirewallCheck: Sendable {
  /// The rules of one firewall that refuses what no rule allows.
  struct Rules: Sendable, Equatable {
    let firewall: String
    let path: String
    /// Nil if this user cannot read them.
    let text: String?
  }

  var rules: [Rules] = []
  /// The ports that clients on other machines use.
  var ports: [UInt16] = []

  var faults: [Fault] {
    guard !ports.isEmpty else { return [] }
    return rules.flatMap { rules -> [Fault] in
      let values = ["firewall": rules.firewall, "path": rules.path]
      guard let text = rules.text else { return [Fault(.firewallUnreadable, values)] }
      return ports.filter { !Self.mentions($0, text) }.map { port in
        Fault(.firewallBlocks, values.merging(["port": "\(port)"]) { $1 })
      }
    }
  }

  /// Whether a line that accepts packets has the port as a number, in a list or in a range.
  static func mentions(_ port: UInt16, _ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      let line = line.lowercased()
      guard !line.hasPrefix("#") || line.hasPrefix("### tuple"),
        line.contains("accept") || line.contains("allow")
      else { return false }
      let words = line.split { !$0.isNumber && $0 != "-" && $0 != ":" && !$0.isLetter }
      return words.contains { covers($0, port) }
        || (["https", "http"].contains { words.contains(Substring($0)) && wellKnown[$0] == port })
    }
  }

  private static let wellKnown: [String: UInt16] = ["http": 80, "https": 443]

  /// Whether a word is the port or a range such as `8000-9000` or `8000:9000`.
  private static func covers(_ word: Substring, _ port: UInt16) -> Bool {
    let ends = word.split { $0 == "-" || $0 == ":" }.map { UInt16($0) }
    guard let first = ends.first ?? nil else { return false }
    if ends.count == 1 { return first == port }
    guard ends.count == 2, let last = ends[1], first <= last else { return false }
    return (first...last).contains(port)
  }
}

extension FirewallCheck {
  /// Reads the files of ufw, nftables and iptables-persistent. The kernel's own tables can be read
  /// by root only, and only with the programs of the firewall.
  ///
  /// - Parameter root: The directory of the system's files.
  init(listen: [ListenAddress], root: String = "") {
    ports = listen.filter { !$0.isLoopback && $0.port != 0 }.map(\.port)
    if Self.isOn(Machine.text(of: root + "/etc/ufw/ufw.conf")) {
      let path = root + "/etc/ufw/user.rules"
      rules.append(Rules(firewall: "ufw", path: path, text: Machine.text(of: path)))
    }
    // nftables.service loads the file at boot if it is enabled.
    let unit = root + "/etc/systemd/system/sysinit.target.wants/nftables.service"
    if Machine.link(unit) != nil {
      let path = root + "/etc/nftables.conf"
      let text = Machine.text(of: path)
      if text.map(Self.dropsInput) ?? true {
        rules.append(Rules(firewall: "nftables", path: path, text: text))
      }
    }
    let path = root + "/etc/iptables/rules.v4"
    if let text = Machine.text(of: path), Self.dropsInput(text) {
      rules.append(Rules(firewall: "iptables", path: path, text: text))
    }
  }

  private static func isOn(_ text: String?) -> Bool {
    text?.split(separator: "\n").contains { $0.lowercased().hasPrefix("enabled=yes") } ?? false
  }

  /// Whether incoming packets that no rule accepts are refused.
  static func dropsInput(_ text: String) -> Bool {
    let plain = text.lowercased().split(separator: "\n").filter { !$0.hasPrefix("#") }
      .joined(separator: "\n")
    if plain.contains(":input drop") || plain.contains(":input reject") { return true }
    return plain.split(separator: "}").contains { chain in
      chain.contains("hook input") && (chain.contains("policy drop") || chain.contains("reject"))
    }
  }
}
