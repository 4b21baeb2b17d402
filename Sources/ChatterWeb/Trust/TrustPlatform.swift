/// A system or browser with certificates of its own, and how to add one there.
enum TrustPlatform: CaseIterable, Sendable {
  case iOS, android, macOS, windows, linux, firefox

  /// Guesses the platform of a browser from its `User-Agent`; nil if there is no hint.
  ///
  /// Firefox on a computer has its own certificates. An iPad says that it is a Mac.
  init?(userAgent text: String) {
    let hints: [(word: String, platform: TrustPlatform)] = [
      ("iPhone", .iOS), ("iPad", .iOS), ("FxiOS", .iOS), ("Android", .android),
      ("Firefox/", .firefox), ("Macintosh", .macOS), ("Windows", .windows), ("Linux", .linux),
      ("CrOS", .linux),
    ]
    guard let hint = hints.first(where: { text.contains($0.word) }) else { return nil }
    self = hint.platform
  }

  var name: String {
    switch self {
    case .iOS: "iPhone and iPad"
    case .android: "Android"
    case .macOS: "Mac"
    case .windows: "Windows"
    case .linux: "Linux (Chromium and Chrome)"
    case .firefox: "Firefox"
    }
  }

  /// The steps, in HTML.
  var steps: [String] {
    let file = #"<a href="/trust/authority.crt" download="chatterd-ca.crt">the certificate</a>"#
    switch self {
    case .iOS:
      return [
        #"In Safari, open <a href="/trust/authority.crt">the certificate</a>, and press Allow."#,
        "In Settings, open General, then VPN &amp; Device Management, choose chatterd and press "
          + "Install.",
        "In Settings, open General, then About, then Certificate Trust Settings, and switch on "
          + "full trust for chatterd.",
      ]
    case .android:
      return [
        "Download \(file).",
        "In Settings, search for <q>CA certificate</q> (Security, Encryption &amp; credentials, "
          + "Install a certificate), and press Install anyway.",
        "Choose the file chatterd-ca.crt.",
        "For Firefox only: in its settings, open About Firefox and tap the logo five times; then "
          + "open Secret Settings and switch on third-party CA certificates.",
      ]
    case .macOS:
      return [
        "Download \(file) and open it: Keychain Access adds it to the keychain <q>login</q>.",
        "Double-click chatterd in the list, open Trust, and choose Always Trust.",
      ]
    case .windows:
      return [
        "Download \(file), open it, and press Install Certificate.",
        "Choose Current User, then <q>Place all certificates in the following store</q>, and "
          + "there Trusted Root Certification Authorities.",
      ]
    case .linux:
      return [
        "Download \(file).",
        "Open <code>chrome://certificate-manager</code>, then Custom, then <q>Installed by "
          + "you</q>, and import the file under Trusted Certificates.",
      ]
    case .firefox:
      return [
        "Download \(file).",
        "In Settings, search for <q>certificates</q>, press View Certificates, and open "
          + "Authorities.",
        "Press Import, choose the file, and tick <q>Trust this CA to identify websites</q>.",
      ]
    }
  }
}
