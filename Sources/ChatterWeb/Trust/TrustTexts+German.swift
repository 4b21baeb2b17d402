extension TrustTexts {
  static let german = TrustTexts(
    language: .german,
    name: "Deutsch",
    title: "Diesem Server vertrauen",
    nothingToDo: """
      Auf den meisten Geräten ist nichts zu tun: Eine Zertifizierungsstelle, die nicht dem Server \
      gehört, hat sein Zertifikat ausgestellt. Wenn der Browser davor warnt, bitte den Betreiber um \
      das Zertifikat dieser Stelle.
      """,
    madeItself: """
      Dieser Server hat sein Zertifikat selbst ausgestellt, daher warnen Browser einmal davor.
      """,
    authority: """
      Wenn du seiner Zertifizierungsstelle vertraust, akzeptiert das Gerät diesen Server. Für \
      andere kann sie sich nicht verbürgen: Sie darf nur für die Namen und Adressen dieses Servers \
      Zertifikate ausstellen.
      """,
    freeAuthority: """
      Wenn du seiner Zertifizierungsstelle vertraust, akzeptiert das Gerät diesen Server und jede \
      andere Website, für die sie ein Zertifikat ausstellt: Wer ihren Schlüssel stiehlt, kann sich \
      als jede davon ausgeben.
      """,
    selfSigned: """
      Wenn du ihm vertraust, akzeptiert das Gerät diesen Server; nur Firefox lehnt ein Zertifikat \
      ab, das sich selbst unterschrieben hat. <code>chatterd cert --force</code> macht eines, das \
      alle Browser akzeptieren.
      """,
    compare: """
      Vergleiche den Fingerabdruck (SHA-256) mit dem, den der Server ausgegeben hat, bevor du ihm \
      vertraust:
      """,
    yourDevice: "Dein Gerät",
    otherDevices: "Andere Geräte",
    afterwards: "Schließ danach den Browser und öffne die Adresse noch einmal.",
    onAPhone: "Diese Seite auf einem Telefon öffnen",
    camera: "Richte die Kamera auf diesen Code. Er enthält",
    code: "QR-Code der Adresse dieser Seite",
    noAddress: """
      Ein Telefon erreicht diese Adresse nicht, denn sie gilt nur auf dem Rechner des Servers. Lass \
      den Server auf einer Adresse des Netzes hören und öffne diese Seite dort.
      """,
    toTheMessages: "Zu den Nachrichten",
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
    name: "iPhone und iPad",
    list: [
      """
      Tipp in Safari auf <a href="/trust/authority.crt">das Zertifikat</a>, dann auf Zulassen und \
      Schließen.
      """,
      """
      Tipp in den Einstellungen auf Profil geladen. Falls das fehlt, öffne Allgemein, dann VPN und \
      Geräteverwaltung, und tipp auf chatterd.
      """,
      """
      Tipp auf Installieren, gib den Code des Geräts ein und tipp weiter auf Installieren, bis \
      Fertig erscheint. Tipp auf Fertig.
      """,
      """
      Öffne in den Einstellungen Allgemein, dann Info und ganz unten \
      Zertifikatsvertrauenseinstellungen.
      """,
      "Schalte chatterd ein und tipp auf Fortfahren.",
    ],
    notes: ["Das Profil wartet acht Minuten auf die Installation. Lade es danach noch einmal."])

  private static let android = Steps(
    name: "Android",
    list: [
      "Lade \(file("das Zertifikat")) herunter.",
      """
      Öffne in den Einstellungen Sicherheit &amp; Datenschutz, Weitere Sicherheits- und \
      Datenschutzeinstellungen, Verschlüsselung &amp; Anmeldedaten, Zertifikat installieren und \
      CA-Zertifikat. Falls sie anders heißen, such in den Einstellungen nach <q>CA-Zertifikat</q>.
      """,
      "Tipp auf Trotzdem installieren und entsperre das Gerät.",
      "Wähle die Datei chatterd-ca.crt. Android sagt, dass das Zertifikat installiert ist.",
    ],
    notes: ["Chrome und Firefox (ab Version 120) verwenden es."])

  private static let macOS = Steps(
    name: "Mac",
    list: [
      """
      Lade \(file("das Zertifikat")) herunter und öffne es. Falls der Mac fragt, wähle \
      Schlüsselbundverwaltung öffnen, und füge das Zertifikat zum Schlüsselbund <q>Anmeldung</q> \
      hinzu.
      """,
      """
      Wähle in der Schlüsselbundverwaltung <q>Anmeldung</q>, dann Zertifikate, und doppelklicke \
      auf chatterd.
      """,
      "Öffne Vertrauen und wähle neben <q>Bei Verwendung dieses Zertifikats</q> Immer vertrauen.",
      "Schließ das Fenster, gib dein Passwort ein und drück auf Einstellungen aktualisieren.",
    ],
    notes: ["Safari, Chrome und Firefox (ab Version 120) verwenden es."])

  private static let windows = Steps(
    name: "Windows",
    list: [
      """
      Lade \(file("das Zertifikat")) herunter, öffne es und drück auf Zertifikat installieren.
      """,
      "Wähle Aktueller Benutzer und drück auf Weiter.",
      """
      Wähle <q>Alle Zertifikate in folgendem Speicher speichern</q>, drück auf Durchsuchen und \
      wähle Vertrauenswürdige Stammzertifizierungsstellen.
      """,
      "Drück auf Weiter und Fertig stellen und beantworte die Sicherheitswarnung mit Ja.",
    ],
    notes: ["Edge, Chrome und Firefox (ab Version 120) verwenden es."])

  private static let linux = Steps(
    name: "Linux (Chromium und Chrome)",
    list: [
      "Lade \(file("das Zertifikat")) herunter.",
      """
      Gib <code>chrome://certificate-manager</code> als Adresse ein, dann öffne Benutzerdefiniert \
      und <q>Von dir installiert</q>.
      """,
      """
      Drück neben Vertrauenswürdige Zertifikate auf Importieren und wähle die Datei \
      chatterd-ca.crt.
      """,
    ],
    notes: [
      """
      In einem Terminal: <code>certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n chatterd -i chatterd-ca.crt</code>, \
      aus dem Paket libnss3-tools (Debian, Ubuntu), nss-tools (Fedora) oder nss (Arch). Wo es dieses Verzeichnis nicht gibt, verwendet Chromium ab Version 146 \
      <code>$HOME/.local/share/pki/nssdb</code>.
      """,
      """
      Für curl und andere Programme, als root:<br>Debian, Ubuntu: <code>cp chatterd-ca.crt /usr/local/share/ca-certificates/ &amp;&amp; \
      update-ca-certificates</code><br>Fedora: <code>cp chatterd-ca.crt \
      /etc/pki/ca-trust/source/anchors/ &amp;&amp; update-ca-trust</code><br>Arch: <code>trust \
      anchor --store chatterd-ca.crt</code>
      """,
    ])

  private static let firefox = Steps(
    name: "Firefox unter Linux",
    list: [
      "Lade \(file("das Zertifikat")) herunter.",
      """
      Öffne in den Einstellungen Datenschutz &amp; Sicherheit, drück bei Zertifikate auf \
      Zertifikate anzeigen und öffne Zertifizierungsstellen.
      """,
      "Drück auf Importieren und wähle die Datei chatterd-ca.crt.",
      """
      Setz das Häkchen bei <q>Dieser CA vertrauen, um Websites zu identifizieren</q> und drück auf \
      OK.
      """,
    ],
    notes: [
      """
      Unter Windows, macOS und Android verwendet Firefox ab Version 120 die \
      Zertifizierungsstellen, die dem System hinzugefügt wurden: Folge den Schritten für das System.
      """
    ])
}
