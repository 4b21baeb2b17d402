import Arguments
import ChatterWeb
import Crypto

/// What the text at the start says of a server.
struct StartupFacts: Sendable {
  /// The listen addresses with the ports that the kernel chose; at least one.
  var addresses: [ListenAddress]
  /// The description of the database, without a password.
  var database: String
  /// The absolute paths of the certificate and its key.
  var files: CertifiedKeyFiles
  /// The last day of its validity, such as `2028-03-01`.
  var certificateUntil: String
  /// The DNS names and IP addresses in the certificate.
  var certificateHosts: [String]
  var certificateFingerprint: String
  /// What devices must trust, and its fingerprint; nil if they do already.
  var anchor: (kind: TrustAnchor.Kind, fingerprint: String)?
  /// The absolute path of a small recording to post.
  var clipPath: String
  var web: WebAddress?
  /// Whether the text is shown in a terminal, which can show a QR code.
  var isTerminal: Bool
  /// Whether posts, and lists, need a bearer token.
  var postingNeedsToken = false
  var readingNeedsToken = false
}

enum StartupText {
  static func lines(_ facts: StartupFacts) -> [String] {
    let curl = CurlLines(facts)
    var head = [
      "chatterd \(CommandTable.version)",
      "  listening on " + facts.addresses.map(\.description).joined(separator: ", "),
      "  database     " + LogFormat.printable(facts.database),
      "  certificate  \(LogFormat.printable(facts.files.certificate)), "
        + "until \(LogFormat.printable(facts.certificateUntil))",
      "  fingerprint  " + facts.certificateFingerprint,
      "  for          " + LogFormat.printable(facts.certificateHosts.joined(separator: ", ")),
      "",
      "Try it:",
      "  " + curl.get,
      "  " + curl.post,
      "  " + curl.postAudio,
    ]
    if facts.postingNeedsToken || facts.readingNeedsToken {
      head.append("TOKEN is an access token: chatterd token add NAME prints one.")
    }
    return head + open(facts)
  }

  /// Returns how to open the web front end, and what a device must trust.
  private static func open(_ facts: StartupFacts) -> [String] {
    var lines = facts.web.map { ["", "Open it in a browser:", "  \($0.url)"] } ?? []
    if let anchor = facts.anchor {
      lines +=
        facts.web.map { ["  \($0.url)trust  explains how a device trusts it"] }
        ?? ["", "Devices must trust:"]
      switch anchor.kind {
      case .authority:
        lines.append("  authority    " + LogFormat.printable(facts.files.authority.certificate))
        lines.append("  its SHA-256  " + anchor.fingerprint)
      case .server:
        lines.append("  certificate  " + LogFormat.printable(facts.files.certificate))
        lines.append("Firefox refuses this certificate: run chatterd cert --force for another one.")
      }
    }
    return facts.isTerminal ? lines + (facts.web?.codeLines ?? []) : lines
  }
}
