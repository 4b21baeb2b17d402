/// The text that `chatterd serve` prints at startup.
enum StartupText {
  static func lines(_ facts: StartupFacts) -> [String] {
    let curl = CurlLines(facts)
    let head = [
      "chatterd \(Version.text)",
      "  listening on " + facts.addresses.map(\.description).joined(separator: ", "),
      "  database     " + LogEscape.printable(facts.database),
      "  certificate  \(LogEscape.printable(facts.certificatePath)), "
        + "until \(LogEscape.printable(facts.certificateUntil))",
      "  for          " + LogEscape.printable(facts.certificateHosts.joined(separator: ", ")),
      "",
      "Try it:",
      "  " + curl.get,
      "  " + curl.post,
      "  " + curl.postAudio,
    ]
    return facts.isSelfSigned ? head + [""] + trust(facts) : head
  }

  /// Returns the instructions for trusting a self-signed certificate.
  private static func trust(_ facts: StartupFacts) -> [String] {
    let path = LogEscape.printable(facts.certificatePath)
    return [
      "This certificate is self-signed. To trust it on a device:",
      "  curl     --cacert \(ShellWord.quoted(path))",
      "  iOS      Send \(path) to the phone (AirDrop, mail) and open it there.",
      "           Settings > General > VPN & Device Management: install the profile.",
      "           Settings > General > About > Certificate Trust Settings: enable full trust.",
      "  Android  Copy \(path) to the phone.",
      "           Settings > Security > Encryption & credentials > Install a certificate >",
      "           CA certificate. The app's network security config must trust user",
      "           certificates: <certificates src=\"user\" /> among its trust anchors.",
      "Phones must use a name or an address that the certificate is for.",
    ]
  }
}
