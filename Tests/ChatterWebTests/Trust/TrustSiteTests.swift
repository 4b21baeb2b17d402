import Crypto
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ChatterWeb

struct TrustSiteTests {
  private static let anchor: TrustAnchor = {
    let none = CertifiedKeyFiles(certificate: "/nonexistent/ca.crt", privateKey: "/nonexistent/k")
    let request = CertificateRequest(names: ["chat.example.org"], addresses: [])
    guard let issued = try? IssuedKey(request, reusing: none) else {
      preconditionFailure("no authority")
    }
    return TrustAnchor(issued.authority.certificate, .authority)
  }()

  private func get(
    _ path: String, of anchor: TrustAnchor? = Self.anchor, agent: String = "curl",
    host: String = "localhost:8443", language: String = "en",
    known: String = "https://192.0.2.7:8443/"
  ) async throws -> (response: Response, text: String)? {
    let site = TrustSite()
    site.show(
      anchor, hosts: ["chat.example.org", "*.example.net", "192.0.2.7", "2001:db8::7"])
    site.show(address: known)
    let fields: HeaderFields = [
      .host: try FieldValue(host), .userAgent: try FieldValue(agent),
      TrustLanguage.field: try FieldValue(language),
    ]
    guard let response = site.response(to: try .test(.get, path, fields: fields)) else {
      return nil
    }
    return (response, String(decoding: try await response.bytes(), as: UTF8.self))
  }

  @Test func showsTheStepsForTheReadersDeviceFirst() async throws {
    let page = try #require(try await get("/trust", agent: "Mozilla/5.0 (Linux; Android 15)"))
    let android = try #require(page.text.range(of: "<h2>Android</h2>"))
    let others = try #require(page.text.range(of: "<summary>iPhone and iPad</summary>"))
    #expect(android.lowerBound < others.lowerBound)
    #expect(!page.text.contains("<summary>Android</summary>"))
    #expect(page.response.fields[.contentType] == "text/html; charset=utf-8")
    #expect(page.response.fields[.cacheControl] == "no-store")
    #expect(page.response.fields[.contentSecurityPolicy] != nil)
  }

  @Test func showsTheStepsForAMacAndAnIPadThatSaysThatItIsOne() async throws {
    let agent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.4 Safari/605.1.15"
    let text = try #require(try await get("/trust", agent: agent)).text
    #expect(text.contains(#"<section id="macOS"><h2>Mac</h2>"#))
    #expect(text.contains(#"<section id="iOS"><h2>iPhone and iPad</h2>"#))
    #expect(text.contains(#"<script type="module" src="/web/"#))
  }

  @Test func isInTheLanguageOfTheBrowserOrTheAddress() async throws {
    let german = try #require(try await get("/trust", language: "de-AT,en;q=0.5"))
    #expect(german.text.contains("<html lang=\"de\">") && german.text.contains("vertrauen"))
    #expect(german.text.contains(#"<a href="/trust?lang=en" lang="en" hreflang="en">English</a>"#))
    #expect(german.response.fields[.vary] == "Accept-Language, User-Agent")
    let english = try #require(try await get("/trust?lang=en", language: "de"))
    #expect(english.text.contains("<html lang=\"en\">"))
    #expect(english.text.contains(#"<a href="/trust?lang=de" lang="de" hreflang="de">Deutsch</a>"#))
  }

  @Test(arguments: [
    "https://localhost/", "https://localhost:8443/", "https://127.0.0.1:8443/",
    "https://[::1]:8443/", "https://chat.localhost/",
  ])
  func hasNoQRCodeOfAnAddressThatAPhoneCannotReach(address: String) async throws {
    for (language, words) in [("en", "A phone cannot reach"), ("de", "Ein Handy erreicht")] {
      let text = try #require(try await get("/trust", language: language, known: address)).text
      #expect(text.contains(words) && !text.contains("<img") && !text.contains(address))
    }
    #expect(try await get("/trust/address.svg", known: address) == nil)
    #expect(try await get("/trust/invitation.svg", known: address) == nil)
    let reached = try await get("/trust", host: "chat.example.org", known: address)
    #expect(reached?.text.contains("<img") == true)
  }

  @Test func showsAllStepsToUnknownDevices() async throws {
    let text = try #require(try await get("/trust")).text
    let names = [
      "iPhone and iPad", "Android", "Mac", "Windows", "Linux (Chromium and Chrome)",
      "Firefox on Linux",
    ]
    for name in names { #expect(text.contains("<details><summary>\(name)</summary>")) }
    #expect(names.count == TrustPlatform.allCases.count && !text.contains("<section"))
    #expect(!text.contains("style=") && !text.contains("<script>") && !text.contains("{"))
  }

  @Test func showsTheWholeFingerprint() async throws {
    let text = try #require(try await get("/trust")).text
    for byte in Self.anchor.certificate.fingerprintText.split(separator: ":") {
      #expect(text.contains(byte))
    }
  }

  @Test(arguments: [
    ("localhost:8443", "https://192.0.2.7:8443/trust"),
    ("[::1]:8443", "https://192.0.2.7:8443/trust"),
    ("127.0.0.1", "https://192.0.2.7:8443/trust"),
    ("chat.example.org", "https://chat.example.org/trust"),
    ("a.example.net:44", "https://a.example.net:44/trust"),
    ("[2001:db8::7]", "https://[2001:db8::7]/trust"),
    ("evil.example.com", "https://192.0.2.7:8443/trust"),
    ("example.net", "https://192.0.2.7:8443/trust"),
    ("a.b.example.net", "https://192.0.2.7:8443/trust"),
    (".example.net", "https://192.0.2.7:8443/trust"),
    ("\"><script>alert(1)</script>", "https://192.0.2.7:8443/trust"),
  ])
  func namesAnAddressThatOtherDevicesReach(host: String, url: String) async throws {
    let text = try #require(try await get("/trust", host: host)).text
    #expect(text.contains("<a href=\"\(url)\">\(url)</a>"))
  }

  @Test func makesNoQRCodeForAHostOfSomebodyElse() async throws {
    let own = try #require(try await get("/trust/address.svg")).text
    let long = String(repeating: "a.", count: 600) + "example.com"
    #expect(try await get("/trust/address.svg", host: long)?.text == own)
    #expect(try await get("/trust/address.svg", host: "chat.example.org")?.text != own)
  }

  @Test func givesTheCertificateInPEM() async throws {
    let file = try #require(try await get("/trust/authority.crt"))
    #expect(file.text == Self.anchor.certificate.pem)
    #expect(file.text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
    #expect(file.response.fields[.contentType] == "application/x-x509-ca-cert")
  }

  @Test func saysThatNothingIsToBeDoneForAnotherAuthority() async throws {
    let page = try #require(try await get("/trust", of: nil))
    #expect(page.text.contains("Nothing is to be done") && !page.text.contains("authority.crt"))
    let file = try #require(try await get("/trust/authority.crt", of: nil))
    #expect(file.response.status == .notFound && file.text.contains("from another one"))
  }

  /// An authority without name constraints, made by `openssl req -x509` with `CA:TRUE`.
  private static let freeAuthority = """
    -----BEGIN CERTIFICATE-----
    MIIBgzCCASmgAwIBAgIUBBTT1z1ysoXNu/rRgrACYxURqnMwCgYIKoZIzj0EAwIw
    DjEMMAoGA1UEAwwDYW55MCAXDTI2MTEyMzIwNDcwNloYDzIxMjYxMDMwMjA0NzA2
    WjAOMQwwCgYDVQQDDANhbnkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT6d5Wq
    OcQQuY4WDzUoVqWQ5PNVaTrZIZtidWhD/uuIBdl2NspeSnHraMBusI8NiwmsvjW0
    HFE6v4SdPLna5yMUo2MwYTAdBgNVHQ4EFgQUQyxksP+yAooFfRr0m8kzmE2yRf8w
    HwYDVR0jBBgwFoAUQyxksP+yAooFfRr0m8kzmE2yRf8wDwYDVR0TAQH/BAUwAwEB
    /zAOBgNVHQ8BAf8EBAMCAgQwCgYIKoZIzj0EAwIDSAAwRQIgDdH7cjBCYtjQyC4t
    l5jvIiP9NoBNbitw8InTRSKgXhUCIQC7tod8XbGA6uAouGDsVCcIN7H/JH8ifpx6
    jEJwhqDIPA==
    -----END CERTIFICATE-----

    """

  @Test func promisesLimitsOnlyOfAnAuthorityThatHasThem() async throws {
    let promise = "cannot vouch for any other"
    #expect(try #require(try await get("/trust")).text.contains(promise))
    let directory = try TemporaryDirectory()
    let file = try directory.write(Self.freeAuthority, to: "ca.crt")
    let anchor = TrustAnchor(try Certificate.first(inFile: file), .authority)
    let text = try #require(try await get("/trust", of: anchor)).text
    #expect(!text.contains(promise) && text.contains("every other site"))
  }

  @Test func saysThatFirefoxRefusesACertificateThatHasSignedItself() async throws {
    let anchor = TrustAnchor(Self.anchor.certificate, .server)
    #expect(try #require(try await get("/trust", of: anchor)).text.contains("Firefox refuses"))
  }

  @Test func drawsTheAddress() async throws {
    let image = try #require(try await get("/trust/address.svg"))
    #expect(image.response.fields[.contentType] == "image/svg+xml; charset=utf-8")
    #expect(image.text == QRCode("https://192.0.2.7:8443/trust")?.svg)
  }

  @Test func drawsAnInvitationToThePageOrToTheStepsThatComeBeforeIt() async throws {
    let steps = try #require(try await get("/trust/invitation.svg"))
    #expect(steps.text == QRCode("https://192.0.2.7:8443/trust")?.svg)
    let page = try #require(
      try await get("/trust/invitation.svg", of: nil, host: "chat.example.org"))
    #expect(page.text == QRCode("https://chat.example.org/")?.svg)
  }

  @Test(arguments: ["/trusted", "/trust/other", "/trust/authority.crt/", "/"])
  func leavesOtherPathsAlone(path: String) async throws {
    #expect(try await get(path) == nil)
  }

  @Test func refusesOtherMethods() throws {
    let response = TrustSite().response(to: try .test(.post, "/trust"))
    #expect(response?.status == .methodNotAllowed)
  }
}
