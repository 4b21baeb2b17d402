import Sockets
import System

/// A listen address and port as written; names are not resolved yet.
struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  static let portByDefault: UInt16 = 8443
  /// All addresses of the machine, including IPv4.
  static let everywhere = "::"

  /// The host without brackets; an IPv6 address may end with a zone such as `%eth0`.
  let host: String
  /// The port; 0 lets the kernel choose.
  let port: UInt16

  /// Parses `[::1]:8443`, `0.0.0.0:8443`, `localhost:8443`, `:8443`, `8443` or a host alone.
  ///
  /// - Parameters:
  ///   - host: The host of a text without one.
  ///   - port: The port of a text without one; nil if it must be given.
  init?(_ text: String, host: String = everywhere, port: UInt16? = portByDefault) {
    let hostText: Substring
    let portText: Substring?
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { return nil }
      hostText = text[text.index(after: text.startIndex)..<bracket]
      let rest = text[text.index(after: bracket)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      portText = rest.isEmpty ? nil : rest.dropFirst()
      guard hostText.contains(":") else { return nil }
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2, let first = parts.first, !text.isEmpty else { return nil }
      let isPort = parts.count == 1 && Decimals.integer(first) != nil
      hostText = isPort ? "" : first
      portText = isPort ? first : parts.dropFirst().first
    }
    guard let port = portText == nil ? port : Self.port(portText), Self.isHost(hostText)
    else { return nil }
    self.host = hostText.isEmpty ? host : String(hostText)
    self.port = port
  }

  /// Whether it means all addresses of the machine.
  var isEverywhere: Bool { host == Self.everywhere || host == "0.0.0.0" }

  /// Whether only this machine can reach it.
  var isLoopback: Bool { Self.isLoopback(host) }

  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  var description: String { "\(Self.bracketed(host)):\(port)" }

  /// Returns a host as it is written in a URL: an IPv6 address is in brackets.
  static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

  private static func port(_ text: Substring?) -> UInt16? {
    text.flatMap { Decimals.integer($0) }.flatMap { UInt16(exactly: $0) }
  }

  /// Returns whether a text is empty, an address or a name; the name of an interface may follow an
  /// IPv6 address.
  private static func isHost(_ text: Substring) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    switch SocketAddress(numericHost: String(parts[0]), port: 0)?.host {
    case .v4: return parts.count == 1
    case .v6: return parts.dropFirst().allSatisfy(isInterface)
    case nil: return text.isEmpty || DomainName.isValid(String(text))
    }
  }

  /// The name of a network interface has at most 15 bytes (IFNAMSIZ).
  private static func isInterface(_ name: Substring) -> Bool {
    (1...15).contains(name.utf8.count)
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
  }
}

/// Validates host names (RFC 1123 section 2.1), in ASCII.
enum DomainName {
  static let bytesMax = 253
  static let labelBytesMax = 63

  /// Returns whether a text is a valid host name.
  ///
  /// - Parameter wildcard: Whether the first label may be `*`, as in certificates.
  static func isValid(_ text: String, wildcard: Bool = false) -> Bool {
    let name = wildcard && text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let (hyphen, digits) = (UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"))
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let areValid = labels.allSatisfy { label in
      (1...labelBytesMax).contains(label.count) && label.first != hyphen && label.last != hyphen
        && label.allSatisfy { digits ~= $0 || letters ~= $0 | 0x20 || $0 == hyphen }
    }
    // A last label with only digits would be a mistyped IPv4 address.
    let isNumber = labels.last?.allSatisfy { digits ~= $0 } ?? true
    return areValid && !isNumber && text.utf8.count <= bytesMax
  }
}
