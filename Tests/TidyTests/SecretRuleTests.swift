import Testing

struct SecretRuleTests {
  private let rule = SecretRule()
  private let base64 = String(repeating: "Ab+/", count: 16)

  @Test(arguments: ["", "EC ", "RSA "])
  func findsPrivateKeysInFilesAndStrings(kind: String) {
    let opening = "-----BEGIN \(kind)PRI" + "VATE KEY-----"
    for text in [
      "\(opening)\n\(base64)\n", "let a = \"\(opening)\\n\(base64)\"", "\(opening)\n    \(base64)",
    ] {
      #expect(rule.finding(path: "a", bytes: Array(text.utf8)) != nil)
    }
  }

  @Test func ignoresCertificatesAndLabelsAlone() {
    let texts = [
      "-----BEGIN PRI" + "VATE KEY-----", "A PRI" + "VATE KEY----- is what follows",
      "-----BEGIN CERTIFICATE-----\n\(base64)\n", "P",
    ]
    for text in texts { #expect(rule.finding(path: "a", bytes: Array(text.utf8)) == nil) }
  }
}
