public import HTTP

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
    .cacheControl: "no-cache", .contentSecurityPolicy: contentSecurityPolicy,
    .contentTypeOptions: "nosniff", .referrerPolicy: "no-referrer",
    .permissionsPolicy: "microphone=(self), camera=(), geolocation=()",
    .crossOriginOpenerPolicy: "same-origin", .vary: "Accept-Encoding",
  ]

  /// The address of a file with a version in it always has the same contents (RFC 8246).
  private static let immutable: FieldValue = "public, max-age=31536000, immutable"

  private static let methods: [Method] = [.get, .head, .options]

  private let files: [String: SiteFile]
  let brotli: BrotliFiles
  /// The path of the directory with the files of this version; nil if the site has no versions.
  let directory: String?
  /// Names the styles and all scripts in the response with the page (RFC 8288), for the service
  /// worker, which keeps them. The browser loads the styles at once, and the scripts, each of which
  /// takes time, only after it has painted.
  private let preloads: FieldValue?

  /// Creates the site from the embedded files, and compresses them.
  public init() { self.init(SiteFiles.all) }

  /// The operators' page, for a listener of its own.
  public static var admin: WebSite {
    WebSite(SiteFiles.admin.map { SiteFile($0.name, $0.contents, path: $0.path) }, nil)
  }

  /// Creates a site whose files have its version in their paths. The scripts of a page import each
  /// other by relative paths, so all are of the version of the page.
  init(_ files: [(name: String, contents: [UInt8])]) {
    let version = SiteVersion(of: files)
    self.init(
      files.map { name, contents in
        SiteFile(
          name, version.inserted(into: contents, name: name), path: version.path(of: name))
      }, version.directory)
  }

  private init(_ files: [SiteFile], _ directory: String?) {
    self.files = Dictionary(files.map { ($0.path, $0) }) { file, _ in file }
    brotli = BrotliFiles(files)
    self.directory = directory
    let paths = files.map(\.path).filter { path in
      directory.map { path.hasPrefix($0) } == true && !path.contains("/trust.")
    }
    let links =
      paths.filter { $0.hasSuffix(".css") }.map { "<\($0)>; rel=preload; as=style" }
      + paths.filter { $0.hasSuffix(".js") }.map { "<\($0)>; rel=item" }
    preloads = links.isEmpty ? nil : try? FieldValue(links.joined(separator: ", "))
  }

  /// Returns the response to a request for a file of the site; nil for other paths.
  public func response(to request: Request) -> Response? {
    guard let file = files[request.path] else {
      guard directory != nil, request.path.hasPrefix(SiteVersion.root) else { return nil }
      // Of another version: a file of this one in its place would be a mixture.
      return Self.refusal(.notFound, "no such file in this version of the page: reload the page")
    }
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

  private func body(
    of file: SiteFile, for request: HeaderFields
  ) -> (bytes: [UInt8], coding: ContentCoding) {
    let coding = ContentCoding.preferred(by: request, of: [.brotli, .gzip])
    if coding == .brotli, let bytes = brotli.body(of: file.path) { return (bytes, .brotli) }
    if ContentCoding.preferred(by: request) == .gzip, let bytes = file.gzipBody {
      return (bytes, .gzip)
    }
    return (file.plain, .identity)
  }

  private func response(_ file: SiteFile, to request: HeaderFields) -> Response {
    var fields = Self.fields
    if let directory, file.path.hasPrefix(directory) {
      fields.set(.cacheControl, Self.immutable)
    }
    if let cached = file.tag.coding(cachedBy: request) {
      fields.set(.entityTag, file.tag.field(in: cached))
      return Response(.notModified, fields: fields)
    }
    let body = body(of: file, for: request)
    fields.set(.entityTag, file.tag.field(in: body.coding))
    fields.set(.contentType, file.type)
    if body.coding != .identity, let name = try? FieldValue(body.coding.rawValue) {
      fields.set(.contentEncoding, name)
    }
    if file.path == "/", let preloads { fields.set(.link, preloads) }
    return Response(.ok, fields: fields, body: .bytes(body.bytes[...]))
  }
}
