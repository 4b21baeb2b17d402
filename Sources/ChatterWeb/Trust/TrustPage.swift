internal import Crypto

/// The page that says how a device comes to trust the server.
struct TrustPage {
  let anchor: TrustAnchor?
  /// The platform of the reader; nil if it is unknown.
  let platform: TrustPlatform?
  /// The address of the server for other devices.
  let address: String

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
      <meta charset="utf-8">
      <title>Trust this server</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="/web/icons/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/web/styles/page.css">
      <link rel="stylesheet" href="/web/styles/trust.css">
    </head>
    <body>
      <main>
        <h1>Trust this server</h1>
        \(anchor.map(steps) ?? Self.nothingToDo)
        <h2>Open it on a phone</h2>
        <p>Point the camera at this code. It is <a href="\(link)">\(link)</a>.</p>
        <img src="/trust/address.svg" alt="QR code of the address" width="240" height="240">
        <p><a href="/">To the messages</a></p>
      </main>
    </body>
    </html>

    """
  }

  private var link: String { HTML.escaped(address) }

  private static let nothingToDo = """
    <p>Nothing is to be done on most devices: an authority that is not the server's own has signed \
    its certificate. If the browser warns of it, ask the operator for that authority's certificate.\
    </p>
    """

  private func steps(_ anchor: TrustAnchor) -> String {
    """
    <p>This server has made its certificate itself, so browsers warn of it once. \
    \(Self.meaning(of: anchor))</p>
        <p>Compare the fingerprint (SHA-256) with the one that the server has printed, before you \
    trust it:</p>
        <p class="fingerprint">\(fingerprint(anchor))</p>
        \(platform.map { "<h2>\($0.name)</h2>\n    \(Self.list($0))" } ?? "")
        <h2>\(platform == nil ? "Your device" : "Other devices")</h2>
        \(others)
        <p>Then close the browser and open the address again.</p>
    """
  }

  /// What it means to trust the certificate. An authority that was made with other tools may be
  /// free to sign for any site, and then people must know it.
  private static func meaning(of anchor: TrustAnchor) -> String {
    switch anchor.kind {
    case .authority: anchor.certificate.hasNameConstraints ? authority : freeAuthority
    case .server: selfSigned
    }
  }

  private static let freeAuthority = """
    If you trust its authority, the device accepts this server, and every other site for which \
    the authority signs: a thief of its key can pretend to be any of them.
    """

  private static let authority = """
    If you trust its authority, the device accepts this server. The authority cannot vouch for any \
    other one: it may sign only for this server's names and addresses.
    """

  private static let selfSigned = """
    If you trust it, the device accepts this server; but Firefox refuses a certificate that has \
    signed itself. <code>chatterd cert --force</code> makes one that all browsers accept.
    """

  /// Four bytes in a group, so that people find their place.
  private func fingerprint(_ anchor: TrustAnchor) -> String {
    let bytes = anchor.certificate.fingerprintText.split(separator: ":")
    return stride(from: 0, to: bytes.count, by: 4)
      .map { bytes[$0..<min($0 + 4, bytes.count)].joined(separator: ":") }
      .map { "<span>\($0)</span>" }.joined(separator: " ")
  }

  private var others: String {
    TrustPlatform.allCases.filter { $0 != platform }
      .map { "<details><summary>\($0.name)</summary>\(Self.list($0))</details>" }
      .joined(separator: "\n    ")
  }

  private static func list(_ platform: TrustPlatform) -> String {
    "<ol>" + platform.steps.map { "<li>\($0)</li>" }.joined() + "</ol>"
  }
}

/// Text in HTML.
enum HTML {
  /// Returns a text whose characters are only text, also between double quotes.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
