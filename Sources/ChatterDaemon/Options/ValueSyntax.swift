import Program

/// The syntax of an option's value.
enum ValueSyntax: Sendable, Equatable {
  case path
  case address
  case database
  case origin
  case domainName
  case ipAddress
  case addressPrefix
  case count(ClosedRange<Int>)
  case bytes(ClosedRange<Int>)
  case bytesOrOff(ClosedRange<Int>)
  case duration(ClosedRange<Duration>)
  case durationOrOff(ClosedRange<Duration>)
  case rate(max: Int)
  case choice([String])
  /// On if the flag is given without a value; elsewhere `on` or `off`.
  case toggle

  /// The name of the value in help.
  var name: String {
    switch self {
    case .path: "PATH"
    case .address: "ADDRESS"
    case .database: "DATABASE"
    case .origin: "ORIGIN"
    case .domainName: "NAME"
    case .ipAddress: "IP"
    case .addressPrefix: "ADDRESS/PREFIX"
    case .count: "NUMBER"
    case .bytes: "BYTES"
    case .bytesOrOff: "BYTES|off"
    case .duration: "DURATION"
    case .durationOrOff: "DURATION|off"
    case .rate: "RATE"
    case .choice(let choices): choices.joined(separator: "|")
    case .toggle: "on|off"
    }
  }

  /// The description of valid values in error messages.
  var expectation: String {
    switch self {
    case .path: "a path"
    case .address: "an address such as 8443, [::]:8443, 0.0.0.0:8443 or localhost:8443"
    case .database: "postgresql://..., libpq key=value pairs, or private"
    case .origin: "an origin such as https://chatter.example.org, without a path"
    case .domainName: "a DNS name such as chatter.example.org"
    case .ipAddress: "an IP address such as 192.0.2.1 or 2001:db8::1"
    case .addressPrefix: "addresses such as 192.0.2.1, 192.0.2.0/24 or 2001:db8::/32"
    case .count(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .bytes(let range): Self.bytesExpectation(range)
    case .bytesOrOff(let range): Self.bytesExpectation(range) + ", or off"
    case .duration(let range): Self.durationExpectation(range)
    case .durationOrOff(let range): Self.durationExpectation(range) + ", or off"
    case .rate(let max): "a number of posts per second such as 5 or 0.5, at most \(max)"
    case .choice(let choices): choices.joined(separator: "|")
    case .toggle: "on|off"
    }
  }

  /// The valid words, for suggestions.
  var words: [String] {
    switch self {
    case .choice(let choices): choices
    case .toggle: ["on", "off"]
    case .durationOrOff, .bytesOrOff: ["off"]
    case .database: [DatabaseChoice.privateValue]
    default: []
    }
  }

  /// Whether a value may contain a password, so that it must not be printed.
  var isSecret: Bool { self == .database }

  private static func bytesExpectation(_ range: ClosedRange<Int>) -> String {
    "a size such as 65536, 64KiB or 32MiB, from \(ByteCount.text(range.lowerBound)) "
      + "to \(ByteCount.text(range.upperBound))"
  }

  private static func durationExpectation(_ range: ClosedRange<Duration>) -> String {
    "a duration such as 500ms, 10s, 2m, 1h or 30d, from \(range.lowerBound.optionText) "
      + "to \(range.upperBound.optionText)"
  }
}
