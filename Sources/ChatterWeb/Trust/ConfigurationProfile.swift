private import TLS

/// A configuration profile, with which iOS and macOS install a certificate (Apple, "Configuration
/// Profile Reference").
struct ConfigurationProfile {
  let anchor: TrustAnchor
  /// The server's host, by which people know the profile.
  let host: String

  /// The profile: a property list in XML.
  var text: String {
    let name = "Chatter (\(HTML.escaped(host)))"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>PayloadType</key><string>Configuration</string>
        <key>PayloadVersion</key><integer>1</integer>
        <key>PayloadIdentifier</key><string>chatterd.\(uuid(0))</string>
        <key>PayloadUUID</key><string>\(uuid(0))</string>
        <key>PayloadDisplayName</key><string>\(name)</string>
        <key>PayloadDescription</key>
        <string>Lets this device trust the certificate of a Chatter server.</string>
        <key>PayloadContent</key>
        <array>
          <dict>
            <key>PayloadType</key><string>com.apple.security.root</string>
            <key>PayloadVersion</key><integer>1</integer>
            <key>PayloadIdentifier</key><string>chatterd.\(uuid(16))</string>
            <key>PayloadUUID</key><string>\(uuid(16))</string>
            <key>PayloadDisplayName</key><string>\(name)</string>
            <key>PayloadCertificateFileName</key><string>chatterd-ca.crt</string>
            <key>PayloadContent</key>
            <data>
      \(base64)
            </data>
          </dict>
        </array>
      </dict>
      </plist>

      """
  }

  /// The lines of the PEM form between its marks, which are base64 of the DER form.
  private var base64: String {
    anchor.certificate.pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
      .joined(separator: "\n")
  }

  /// A UUID from bytes of the fingerprint: the same certificate replaces its own profile.
  private func uuid(_ start: Int) -> String {
    let digits = anchor.certificate.fingerprint[start..<start + 16].map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
