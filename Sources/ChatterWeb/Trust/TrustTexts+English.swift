extension TrustTexts {
  static let english = TrustTexts(
    language: .english,
    name: "English",
    title: "Trust this server",
    nothingToDo: """
      Nothing is to be done on most devices: an authority that is not the server's own has signed \
      its certificate. If the browser warns of it, ask the operator for that authority's certificate.
      """,
    madeItself: "This server has made its certificate itself, so browsers warn of it once.",
    authority: """
      If you trust its authority, the device accepts this server. The authority cannot vouch for \
      any other one: it may sign only for this server's names and addresses.
      """,
    freeAuthority: """
      If you trust its authority, the device accepts this server, and every other site for which \
      the authority signs: a thief of its key can pretend to be any of them.
      """,
    selfSigned: """
      If you trust it, the device accepts this server; but Firefox refuses a certificate that has \
      signed itself. <code>chatterd cert --force</code> makes one that all browsers accept.
      """,
    compare: """
      Compare the fingerprint (SHA-256) with the one that the server has printed, before you trust \
      it:
      """,
    yourDevice: "Your device",
    otherDevices: "Other devices",
    afterwards: "Then close the browser and open the address again.",
    onAPhone: "Open this page on a phone",
    camera: "Point the camera at this code. It is",
    code: "QR code of the address of this page",
    noAddress: """
      A phone cannot reach this address, which works only on the server's own machine. Let the \
      server listen on an address of the network, and open this page there.
      """,
    toTheMessages: "To the messages",
    steps: { platform in
      switch platform {
      case .iOS: iOS
      case .android: android
      case .macOS: macOS
      case .windows: windows
      case .linux: linux
      case .firefox: firefox
      }
    })

  private static let iOS = Steps(
    name: "iPhone and iPad",
    list: [
      #"In Safari, tap <a href="/trust/authority.crt">the certificate</a>, Allow, and Close."#,
      """
      In Settings, tap Profile Downloaded. If it is not there, open General, then VPN &amp; Device \
      Management, and tap chatterd.
      """,
      "Tap Install, enter the passcode, and tap Install again until Done appears. Tap Done.",
      "In Settings, open General, then About, and at its end Certificate Trust Settings.",
      "Switch on chatterd, and tap Continue.",
    ],
    notes: ["The profile waits eight minutes to be installed. Then download it again."])

  private static let android = Steps(
    name: "Android",
    list: [
      "Download \(file("the certificate")).",
      """
      In Settings, open Security &amp; privacy, More security &amp; privacy, Encryption &amp; \
      credentials, Install a certificate, and CA certificate. If they have other names, search \
      the settings for <q>CA certificate</q>.
      """,
      "Tap Install anyway, and unlock the device.",
      "Choose the file chatterd-ca.crt. Android says that the certificate is installed.",
    ],
    notes: ["Chrome and Firefox (since version 120) use it."])

  private static let macOS = Steps(
    name: "Mac",
    list: [
      """
      Download \(file("the certificate")) and open it. If the Mac asks, choose Open Keychain \
      Access, and add the certificate to the keychain <q>login</q>.
      """,
      "In Keychain Access, choose <q>login</q>, then Certificates, and double-click chatterd.",
      """
      Open Trust, and choose Always Trust beside <q>When using this certificate</q>.
      """,
      "Close the window, enter your password, and press Update Settings.",
    ],
    notes: ["Safari, Chrome and Firefox (since version 120) use it."])

  private static let windows = Steps(
    name: "Windows",
    list: [
      "Download \(file("the certificate")), open it, and press Install Certificate.",
      "Choose Current User, and press Next.",
      """
      Choose <q>Place all certificates in the following store</q>, press Browse, and choose \
      Trusted Root Certification Authorities.
      """,
      "Press Next and Finish, and answer the security warning with Yes.",
    ],
    notes: ["Edge, Chrome and Firefox (since version 120) use it."])

  private static let linux = Steps(
    name: "Linux (Chromium and Chrome)",
    list: [
      "Download \(file("the certificate")).",
      """
      Enter <code>chrome://certificate-manager</code> as the address, then open Custom, and \
      <q>Installed by you</q>.
      """,
      "Press Import beside Trusted Certificates, and choose the file chatterd-ca.crt.",
    ],
    notes: [
      """
      In a terminal: <code>certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n chatterd -i chatterd-ca.crt</code>, \
      from the package libnss3-tools (Debian, Ubuntu), nss-tools (Fedora) or nss (Arch). Where that directory does not exist, Chromium since version 146 uses \
      <code>$HOME/.local/share/pki/nssdb</code>.
      """,
      """
      For curl and other programs, as root:<br>Debian, Ubuntu: <code>cp chatterd-ca.crt /usr/local/share/ca-certificates/ &amp;&amp; \
      update-ca-certificates</code><br>Fedora: <code>cp chatterd-ca.crt \
      /etc/pki/ca-trust/source/anchors/ &amp;&amp; update-ca-trust</code><br>Arch: <code>trust \
      anchor --store chatterd-ca.crt</code>
      """,
    ])

  private static let firefox = Steps(
    name: "Firefox on Linux",
    list: [
      "Download \(file("the certificate")).",
      """
      In Settings, open Privacy &amp; Security, press View Certificates below Certificates, and \
      open Authorities.
      """,
      "Press Import, and choose the file chatterd-ca.crt.",
      "Tick <q>Trust this CA to identify websites</q>, and press OK.",
    ],
    notes: [
      """
      On Windows, macOS and Android, Firefox uses the authorities that were added to the system, \
      since version 120: follow the steps for the system.
      """
    ])
}
