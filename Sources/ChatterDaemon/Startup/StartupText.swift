import CommandLine

struct StartupFacts: Sendable, Equatable {
  /// The listen addresses with the ports that the kernel chose; at least one.
  var addresses: [ListenAddress]
  /// The description of the database, without a password.
  var database: String
  /// The absolute path of the PEM file.
  var certificatePath: String
  /// The last day of its validity, such as `2028-03-01`.
  var certificateUntil: String
  /// The DNS names and IP addresses in the certificate.
  var certificateHosts: [String]
  var certificateFingerprint: String
  /// Who signed it, and so what must be installed on devices before they trust it.
  var issuer: CertificateIssuer
  /// The fingerprint of what devices must trust; nil if they do already.
  var trustFingerprint: String?
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
      "  certificate  \(LogFormat.printable(facts.certificatePath)), "
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
    if let web = facts.web { return head + [""] + open(web, facts) }
    switch facts.issuer {
    case .authority(let path):
      return head + ["", "To trust this server on a device, install its authority:"] + trust(path)
    case .itself:
      return head
        + [
          "",
          "This certificate is its own authority: Firefox refuses it. To create one that browsers",
          "accept, run chatterd cert --force. To trust this one on a device:",
        ] + trust(facts.certificatePath)
    case .other: return head
    }
  }

  /// Returns how to open the web front end, which explains how to trust the certificate.
  private static func open(_ web: WebAddress, _ facts: StartupFacts) -> [String] {
    var lines = ["Open it in a browser:", "  \(web.url)"]
    if let fingerprint = facts.trustFingerprint {
      lines.append("  \(web.url)trust  explains how a device trusts it")
      if case .authority(let path) = facts.issuer {
        lines.append("  authority    " + LogFormat.printable(path))
        lines.append("  its SHA-256  " + fingerprint)
      }
    }
    if facts.issuer == .itself {
      lines.append("Firefox refuses this certificate: run chatterd cert --force for another one.")
    }
    return facts.isTerminal ? lines + web.codeLines : lines
  }

  private static func trust(_ certificatePath: String) -> [String] {
    let path = LogFormat.printable(certificatePath)
    return [
      "  curl     --cacert \(ShellWord.quoted(path))",
      "  iOS      Send \(path) to the phone (AirDrop, mail) and open it there.",
      "           Settings > General > VPN & Device Management: install the profile.",
      "           Settings > General > About > Certificate Trust Settings: enable full trust.",
      "  Android  Copy \(path) to the phone.",
      "           Settings > Security > Encryption & credentials > Install a certificate >",
      "           CA certificate. The app's network security config must trust user",
      "           certificates: <certificates src=\"user\" /> among its trust anchors.",
      "Devices must use a name or an address that the certificate is for.",
    ]
  }
}
