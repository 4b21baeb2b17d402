internal import Crypto
public import HTTP
internal import System

/// The web front end: a page with its scripts and styles, which are embedded in the program.
public struct WebSite: Sendable {
  /// What the page may load and do (Content Security Policy Level 3): its own files and clips, and
  /// nothing of other sites. No script or style inside the page runs, even if a message could be
  /// smuggled into it, and no text becomes HTML (Trusted Types).
  static let contentSecurityPolicy: FieldValue = """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    media-src 'self' blob:; connect-src 'self' blob:; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types chatter
    """

  /// The fields of every response of the site, besides those of its file.
  private static let fields: HeaderFields = [
    // Scripts import each other by fixed names, so each file is revalidated: after an upgrade, old
    // and new files must not meet.
    .cacheControl: "no-cache", .contentSecurityPolicy: contentSecurityPolicy,
    .contentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
    .permissionsPolicy: "microphone=(self), camera=(), geolocation=()",
    .crossOriginOpenerPolicy: "same-origin", .vary: "Accept-Encoding",
  ]

  private static let methods: [Method] = [.get, .head, .options]

  private let files: [String: SiteFile]
  /// Names the styles and all scripts in the response with the page (RFC 8288): the browser loads
  /// them at once, not one after the other as they import each other, and styles first, without
  /// which it shows nothing. The service worker keeps them.
  private let preloads: FieldValue?

  /// Creates the site from the embedded files, and compresses them.
  public init() { self.init(SiteFiles.all.map { SiteFile($0.name, $0.contents) }) }

  /// The operators' page, for a listener of its own.
  public static var admin: WebSite {
    WebSite(SiteFiles.admin.map { SiteFile($0.name, $0.contents, path: $0.path) })
  }

  init(_ files: [SiteFile]) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { file, _ in file }
    let paths = files.map(\.path).filter { $0.hasPrefix("/web/") && !$0.contains("/trust.") }
    let links =
      paths.filter { $0.hasSuffix(".css") }.map { "<\($0)>; rel=preload; as=style" }
      + paths.filter { $0.hasSuffix(".js") }.map { "<\($0)>; rel=modulepreload" }
    preloads = links.isEmpty ? nil : try? FieldValue(links.joined(separator: ", "))
  }

  /// Returns the response to a request for a file of the site; nil for other paths.
  public func response(to request: Request) -> Response? {
    guard let file = files[request.path] else { return nil }
    switch request.method {
    case .get, .head: return response(file, to: request.fields)
    case .options: return Response(.noContent, fields: [.allow: .allow(Self.methods)])
    default: return Self.wrongMethod
    }
  }

  private static var wrongMethod: Response {
    var response = refusal(.methodNotAllowed, "wrong method: send GET or HEAD")
    response.fields.set(.allow, .allow(methods))
    return response
  }

  /// Returns an error, with what to do.
  static func refusal(_ status: Status, _ text: String) -> Response {
    Response(
      status,
      fields: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: .bytes(Array("{\"error\":\"\(text)\"}".utf8)[...]))
  }

  /// Returns the response to a request for a page that is made for it, with the site's policy.
  static func response(to request: Request, _ text: String, _ type: FieldValue) -> Response {
    guard request.method == .get || request.method == .head else { return wrongMethod }
    var fields = fields
    fields.set(.cacheControl, "no-store")
    fields.set(.contentType, type)
    return Response(.ok, fields: fields, body: .bytes(Array(text.utf8)[...]))
  }

  private func response(_ file: SiteFile, to request: HeaderFields) -> Response {
    var fields = Self.fields
    if let cached = file.tag.coding(cachedBy: request) {
      fields.set(.entityTag, file.tag.field(in: cached))
      return Response(.notModified, fields: fields)
    }
    let body = file.body(in: .preferred(by: request))
    fields.set(.entityTag, file.tag.field(in: body.coding))
    fields.set(.contentType, file.type)
    if body.coding != .identity { fields.set(.contentEncoding, "gzip") }
    if file.path == "/", let preloads { fields.set(.link, preloads) }
    return Response(.ok, fields: fields, body: .bytes(body.bytes[...]))
  }
}

/// A file of the web site, ready to be sent.
struct SiteFile: Sendable {
  let path: String
  let type: FieldValue
  /// The tag of the contents: a digest, so that all servers of a cluster have the same.
  let tag: EntityTag
  private let plain: [UInt8]
  private let gzip: [UInt8]

  /// Types of files that are sent without a coding: images are compressed already. The page fits
  /// into the first packets of a connection anyway, and a scanner cannot know that it has no
  /// secrets, which compression could reveal (BREACH, CVE-2013-3587).
  private static let uncompressed: Set<Substring> = ["html", "png"]

  /// Media types by file name extension. The encoding of scripts and styles is always UTF-8 here.
  private static let types: [Substring: FieldValue] = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8", "png": "image/png",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
  ]

  /// Creates the file with a name in the directory `Site`, or of another path.
  ///
  /// The page and the service worker are at the root, since a service worker controls only paths
  /// below its own; everything else is below `/web/`.
  init(_ name: String, _ contents: [UInt8], path: String? = nil) {
    let roots = ["index.html": "/", "service-worker.js": "/service-worker.js"]
    self.path = path ?? roots[name] ?? "/web/\(name)"
    let suffix = name.split(separator: ".").last ?? ""
    type = Self.types[suffix] ?? "application/octet-stream"
    tag = EntityTag(Self.digest(of: contents))
    plain = contents
    gzip = Self.uncompressed.contains(suffix) ? [] : DeflatedSegment.gzip(contents)
  }

  /// Returns the body in a coding, and the coding it has.
  func body(in coding: ContentCoding) -> (bytes: [UInt8], coding: ContentCoding) {
    coding == .gzip && !gzip.isEmpty && gzip.count < plain.count
      ? (gzip, .gzip) : (plain, .identity)
  }

  /// The first 128 bits of the SHA-256, in hexadecimal.
  private static func digest(of contents: [UInt8]) -> String {
    guard let digest = SHA256.digest(of: contents) else {
      preconditionFailure("no memory for the digest of a file")
    }
    return digest.prefix(16).hexadecimal()
  }
}
