import HTTP
import Testing

@testable import ChatterWeb

struct WebSiteTests {
  private static let page =
    #"<script src="/web/scripts/main.js">"# + String(repeating: "<p>Hello</p>", count: 100)
  private static let script = String(repeating: "import './views/a.js'\n", count: 100)

  private static let files: [(name: String, contents: [UInt8])] = [
    ("index.html", Array(page.utf8)),
    ("service-worker.js", Array("import './web/scripts/main.js'".utf8)),
    ("start.js", Array("/**/".utf8)),
    ("manifest.webmanifest", Array(#"["/web/icons/icon-180.png"]"#.utf8)),
    ("scripts/main.js", Array(script.utf8)),
    ("scripts/trust.js", Array("/**/".utf8)),
    ("styles/page.css", Array("p {}".utf8)),
    ("styles/trust.css", Array("p {}".utf8)),
    ("icons/icon-180.png", [UInt8](repeating: 0, count: 1000)),
  ]
  private static let version = SiteVersion(of: files).directory

  private let site = WebSite(files)

  private func get(_ path: String, _ fields: HeaderFields = [:]) throws -> Response? {
    site.response(to: try .test(.get, path, fields: fields))
  }

  private func text(_ path: String) async throws -> String {
    String(decoding: try await #require(try get(path)).bytes(), as: UTF8.self)
  }

  @Test(arguments: [
    ("/", "text/html; charset=utf-8"), ("/service-worker.js", "text/javascript; charset=utf-8"),
    ("/start.js", "text/javascript; charset=utf-8"),
    (version + "scripts/main.js", "text/javascript; charset=utf-8"),
    (version + "icons/icon-180.png", "image/png"), ("/?source=app", "text/html; charset=utf-8"),
  ])
  func sendsEachFileWithItsType(path: String, type: String) throws {
    let response = try #require(try get(path))
    #expect(response.status == .ok && response.fields[.contentType] == type)
  }

  @Test func namesStylesAndModulesWithThePage() throws {
    #expect(
      try get("/")?.fields[.link] == "<\(Self.version)styles/page.css>; rel=preload; as=style, "
        + "<\(Self.version)scripts/main.js>; rel=item")
    #expect(try get(Self.version + "scripts/main.js")?.fields[.link] == nil)
  }

  @Test func hasItsVersionInThePathsOfItsFiles() async throws {
    #expect(try await text("/").hasPrefix(#"<script src="\#(Self.version)scripts/main.js">"#))
    #expect(try await text("/service-worker.js") == "import '.\(Self.version)scripts/main.js'")
    let manifest = try await text(Self.version + "manifest.webmanifest")
    #expect(manifest == #"["\#(Self.version)icons/icon-180.png"]"#)
    #expect(try await text(Self.version + "scripts/main.js") == Self.script)
  }

  @Test func letsBrowsersKeepWhatHasItsVersionInItsPath() throws {
    for path in ["scripts/main.js", "styles/page.css", "icons/icon-180.png"] {
      let response = try #require(try get(Self.version + path))
      #expect(response.fields[.cacheControl] == "public, max-age=31536000, immutable")
    }
    for path in ["/", "/start.js", "/service-worker.js"] {
      #expect(try get(path)?.fields[.cacheControl] == "no-cache")
    }
  }

  @Test(arguments: [
    "/web/", "/web/index.html", "/web/scripts/main.js", "/web/0123456789ab/scripts/main.js",
    version, version + "index.html", version + "scripts/", version + "scripts/other.js",
  ])
  func hasNoFilesOfOtherVersions(path: String) throws {
    let response = try #require(try get(path))
    #expect(response.status == .notFound && response.fields[.cacheControl] == "no-store")
  }

  @Test(arguments: 0..<files.count)
  func hasAnotherVersionForEachFileThatChanges(index: Int) {
    var changed = Self.files
    changed[index].contents.append(1)
    #expect(SiteVersion(of: changed).directory != Self.version)
    #expect(SiteVersion(of: Self.files.reversed()).directory == Self.version)
  }

  @Test(arguments: [
    "/index.html", "/getchatts/", "/v1/chatts", "//", "/web", "/website", "/scripts/main.js",
  ])
  func leavesOtherPathsToTheCalls(path: String) throws {
    #expect(try get(path) == nil)
  }

  @Test func compressesForClientsThatAcceptGzip() async throws {
    let path = Self.version + "scripts/main.js"
    let plain = try #require(try get(path))
    #expect(try await plain.bytes() == Array(Self.script.utf8))
    #expect(plain.fields[.contentEncoding] == nil && plain.fields[.vary] == "Accept-Encoding")
    let coded = try #require(try get(path, [.acceptEncoding: "gzip, deflate, zstd"]))
    #expect(coded.fields[.contentEncoding] == "gzip" && coded.fields[.vary] == "Accept-Encoding")
    #expect((coded.body.announcedBytes ?? 0) < 200)
    #expect(try await coded.bytes() == Array(Self.script.utf8))
  }

  @Test func sendsBrotliOnceItIsMadeAndGzipUntilThen() throws {
    let site = WebSite(Self.files)
    let path = Self.version + "scripts/main.js"
    func coding(_ accepted: FieldValue) throws -> String? {
      let fields: HeaderFields = [.acceptEncoding: accepted]
      let request: Request = try .test(.get, path, fields: fields)
      return site.response(to: request)?.fields[.contentEncoding]
    }
    site.brotli.compress()
    #expect(try coding("gzip, deflate, br, zstd") == "br")
    #expect(try coding("gzip;q=1, br;q=0.5") == "gzip" && coding("br;q=0, gzip") == "gzip")
    #expect(try coding("identity") == nil)
  }

  @Test(arguments: [version + "icons/icon-180.png", "/service-worker.js"])
  func sendsImagesAndSmallFilesWithoutACoding(path: String) throws {
    let response = try #require(try get(path, [.acceptEncoding: "gzip"]))
    #expect(response.fields[.contentEncoding] == nil)
  }

  @Test func confirmsWhatABrowserHasInEachCoding() throws {
    for coding in ["identity", "gzip"] as [FieldValue] {
      let path = Self.version + "scripts/main.js"
      let first = try #require(try get(path, [.acceptEncoding: coding]))
      let tag = try FieldValue(try #require(first.fields[.entityTag]))
      let second = try #require(try get(path, [.acceptEncoding: coding, .ifNoneMatch: tag]))
      #expect(second.status == .notModified && second.body.announcedBytes == 0)
      #expect(second.fields[.entityTag] == first.fields[.entityTag])
      #expect(second.fields[.cacheControl] == first.fields[.cacheControl])
    }
  }

  @Test func tagsAFileByItsContents() {
    let tags = [("/a", [1, 2, 3]), ("/b", [1, 2, 3]), ("/a", [1, 2, 4])].map { path, contents in
      SiteFile("a.js", contents, path: path).tag
    }
    #expect(tags[0] == tags[1] && tags[0] != tags[2])
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
