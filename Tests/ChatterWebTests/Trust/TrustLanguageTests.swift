import HTTP
import Testing

@testable import ChatterWeb

struct TrustLanguageTests {
  @Test(arguments: [
    ("", TrustLanguage.english), ("de", .german), ("de-AT,de;q=0.9,en;q=0.8", .german),
    ("en-GB,en;q=0.9,de;q=0.8", .english), ("fr,de;q=0.5", .german), ("fr", .english),
    ("en;q=0.2, DE ; q=0.7", .german), ("de;q=0", .english), ("de;q=x,en", .english),
    ("de,en", .german), ("*", .english), ("den", .english), (",;,q=,;q=1", .english),
  ])
  func isTheOneWithTheLargestWeight(accepted: String, language: TrustLanguage) {
    #expect(TrustLanguage(accepted: accepted) == language)
  }

  @Test(arguments: [
    ("/trust", TrustLanguage.german), ("/trust?lang=en", .english), ("/trust?lang=de", .german),
    ("/trust?a=b&lang=en", .english), ("/trust?lang=fr", .german), ("/trust?lang=", .german),
  ])
  func isNamedByTheAddressFirst(target: String, language: TrustLanguage) throws {
    let request = try Request.test(.get, target, fields: [TrustLanguage.field: "de"])
    #expect(TrustLanguage(of: request) == language)
  }
}
