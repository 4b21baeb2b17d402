import Testing

@Suite("The rule on private keys")
struct SecretRuleTests {
  private let rule = SecretRule()
  private let base64 = String(repeating: "Ab+/", count: 16)

  @Test("a key is found, in a file of its own and in a string", arguments: ["", "EC ", "RSA "])
  func found(kind: String) {
    let opening = "-----BEGIN \(kind)PRI" + "VATE KEY-----"
    for text in [
      "\(opening)\n\(base64)\n", "let a = \"\(opening)\\n\(base64)\"", "\(opening)\n    \(base64)",
    ] {
      #expect(rule.finding(path: "a", bytes: Array(text.utf8)) != nil)
    }
  }

  @Test("the words alone, and a certificate, are not keys")
  func harmless() {
    let texts = [
      "-----BEGIN PRI" + "VATE KEY-----", "A PRI" + "VATE KEY----- is what follows",
      "-----BEGIN CERTIFICATE-----\n\(base64)\n", "P",
    ]
    for text in texts { #expect(rule.finding(path: "a", bytes: Array(text.utf8)) == nil) }
  }
}
