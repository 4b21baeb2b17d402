import HTTP
import Testing

@testable import ChatterWeb

struct WebSiteTests {
  private static let page = String(repeating: "<p>Hello</p>", count: 100)
  private static let script = String(repeating: "import './views/a.js'\n", count: 100)

  private let site = WebSite([
    SiteFile("index.html", Array(Self.page.utf8)),
    SiteFile("service-worker.js", Array("/**/".utf8)),
    SiteFile("scripts/main.js", Array(Self.script.utf8)),
    SiteFile("styles/page.css", Array("p {}".utf8)),
    SiteFile("styles/trust.css", Array("p {}".utf8)),
    SiteFile("icons/icon-180.png", [UInt8](repeating: 0, count: 1000)),
  ])

  private func get(_ path: String, _ fields: HeaderFields = [:]) throws -> Response? {
    site.response(to: try .test(.get, path, fields: fields))
  }

  @Test(arguments: [
    ("/", "text/html; charset=utf-8"), ("/service-worker.js", "text/javascript; charset=utf-8"),
    ("/web/scripts/main.js", "text/javascript; charset=utf-8"),
    ("/web/icons/icon-180.png", "image/png"), ("/?source=app", "text/html; charset=utf-8"),
  ])
  func sendsEachFileWithItsType(path: String, type: String) throws {
    let response = try #require(try get(path))
    #expect(response.status == .ok && response.fields[.contentType] == type)
  }

  @Test func namesStylesAndModulesWithThePage() throws {
    #expect(
      try get("/")?.fields[.link] == "</web/styles/page.css>; rel=preload; as=style, "
        + "</web/scripts/main.js>; rel=modulepreload")
    #expect(try get("/web/scripts/main.js")?.fields[.link] == nil)
  }

  @Test(arguments: [
    "/index.html", "/web/", "/web/index.html", "/web/scripts/", "/getchatts/", "/v1/chatts",
    "/web/../index.html", "/web/%2e%2e/index.html", "//",
  ])
  func leavesOtherPathsToTheCalls(path: String) throws {
    #expect(try get(path) == nil)
  }

  @Test func compressesForClientsThatAcceptGzip() async throws {
    let path = "/web/scripts/main.js"
    let plain = try #require(try get(path))
    #expect(try await plain.bytes() == Array(Self.script.utf8))
    #expect(plain.fields[.contentEncoding] == nil && plain.fields[.vary] == "Accept-Encoding")
    let coded = try #require(try get(path, [.acceptEncoding: "gzip, deflate, br, zstd"]))
    #expect(coded.fields[.contentEncoding] == "gzip" && coded.fields[.vary] == "Accept-Encoding")
    #expect((coded.body.announcedBytes ?? 0) < 200)
    #expect(try await coded.bytes() == Array(Self.script.utf8))
  }

  @Test(arguments: ["/", "/web/icons/icon-180.png", "/service-worker.js"])
  func sendsThePageImagesAndSmallFilesWithoutACoding(path: String) throws {
    let response = try #require(try get(path, [.acceptEncoding: "gzip"]))
    #expect(response.fields[.contentEncoding] == nil)
  }

  @Test func confirmsWhatABrowserHasInEachCoding() throws {
    for coding in ["identity", "gzip"] as [FieldValue] {
      let path = "/web/scripts/main.js"
      let first = try #require(try get(path, [.acceptEncoding: coding]))
      let tag = try FieldValue(try #require(first.fields[.entityTag]))
      let second = try #require(try get(path, [.acceptEncoding: coding, .ifNoneMatch: tag]))
      #expect(second.status == .notModified && second.body.announcedBytes == 0)
      #expect(second.fields[.entityTag] == first.fields[.entityTag])
      #expect(second.fields[.cacheControl] == "no-cache")
    }
  }

  @Test func tagsAFileByItsContents() {
    let (first, same) = (SiteFile("a.js", [1, 2, 3]), SiteFile("b.js", [1, 2, 3]))
    #expect(first.tag == same.tag && first.tag != SiteFile("a.js", [1, 2, 4]).tag)
  }

  @Test func letsThePageLoadOnlyItsOwnFilesAndClips() throws {
    let fields = try #require(try get("/")).fields
    let policy = try #require(fields[.contentSecurityPolicy])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'; "))
    #expect(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains("\n"))
    #expect(fields[.contentTypeOptions] == "nosniff")
    #expect(fields[.referrerPolicy] == "no-referrer")
    #expect(fields[.permissionsPolicy] == "microphone=(self), camera=(), geolocation=()")
  }

  @Test func refusesOtherMethodsAndNamesTheRightOnes() async throws {
    #expect(try site.response(to: .test(.head, "/"))?.status == .ok)
    let options = try #require(try site.response(to: .test(.options, "/")))
    #expect(options.status == .noContent && options.fields[.allow] == "GET, HEAD, OPTIONS")
    let refused = try #require(try site.response(to: .test(.post, "/")))
    #expect(refused.status == .methodNotAllowed && refused.fields[.allow] == "GET, HEAD, OPTIONS")
    #expect(
      String(decoding: try await refused.bytes(), as: UTF8.self)
        == #"{"error":"wrong method: send GET or HEAD"}"#)
  }
}
