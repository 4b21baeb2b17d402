internal import Chatter
internal import ChatterStore
internal import Crypto
internal import HTTP
internal import System

/// The fields of the responses with one body that clients may cache but revalidate each time, made
/// once for the body.
struct RevalidatedFields: Sendable {
  let tag: EntityTag
  private let shared: HeaderFields
  private let plain: HeaderFields
  private let gzip: HeaderFields

  /// - Parameter other: fields of all these responses, also of 304.
  init(_ tag: EntityTag, type: FieldValue, other: HeaderFields = [:]) {
    var shared = other
    shared.set(.cacheControl, "no-cache")
    shared.set(.vary, "Accept-Encoding")
    BrowserPolicy.apply(to: &shared)
    func fields(in coding: ContentCoding) -> HeaderFields {
      var fields = shared
      fields.set(.entityTag, tag.field(in: coding))
      fields.set(.contentType, type)
      return fields
    }
    (self.tag, self.shared) = (tag, shared)
    plain = fields(in: .identity)
    var gzip = fields(in: .gzip)
    gzip.set(.contentEncoding, "gzip")
    self.gzip = gzip
  }

  /// Returns the response by preconditions (RFC 9110 section 13.2.2): 412 if the request expects
  /// another state, 304 if the client already has this one. Nil if the body is to be sent.
  func precondition(of request: Request) throws(Problem) -> Response? {
    if tag.isMatched(by: request.fields) == false { throw .preconditionFailed }
    guard let coding = tag.coding(cachedBy: request.fields) else { return nil }
    var fields = shared
    fields.set(.entityTag, tag.field(in: coding))
    return Response(.notModified, fields: fields)
  }

  /// About the size in memory, in bytes.
  var byteCount: Int { shared.byteCount + plain.byteCount + gzip.byteCount + 1024 }

  /// Returns the fields of a body as it is, or in gzip.
  subscript(coding: ContentCoding) -> HeaderFields { coding == .identity ? plain : gzip }
}

/// A body whose tag is a digest of it.
struct TaggedBody: Sendable {
  /// The bytes of the SHA-256 of a body that its tag has.
  private static let tagBytes = 16

  let bytes: [UInt8]
  let fields: RevalidatedFields

  /// About the size in memory, in bytes.
  var byteCount: Int { bytes.capacity + fields.byteCount }

  init(_ bytes: [UInt8], as type: FieldValue, other: HeaderFields = [:]) throws(ReadError) {
    // A digest needs a little memory.
    guard let digest = SHA256.digest(of: bytes) else {
      throw .unavailable(retryAfter: .seconds(1))
    }
    self.bytes = bytes
    let tag = EntityTag(digest.prefix(Self.tagBytes).hexadecimal())
    fields = RevalidatedFields(tag, type: type, other: other)
  }
}

extension ChatterService {
  /// Smaller bodies are sent as they are: compression would save less than a packet.
  private static let compressedBytesMin = 1024

  /// Returns the response with a body, compressed for clients that accept gzip, unless the workers
  /// have too much to do: 304 if the client has it, 412 if the client expects another one.
  func revalidated(_ body: TaggedBody, for request: Request) async throws -> Response {
    if let response = try body.fields.precondition(of: request) { return response }
    let acceptsGzip =
      body.bytes.count >= Self.compressedBytesMin
      && ContentCoding.preferred(by: request.fields) == .gzip
    if acceptsGzip, let coded = await gzip(body, for: request.client.keyText) {
      return Response(.ok, fields: body.fields[.gzip], body: .bytes(coded[...]))
    }
    return Response(.ok, fields: body.fields[.identity], body: .bytes(body.bytes[...]))
  }

  /// Returns a body in gzip, compressed once for all who ask for it, and by a worker; nil while the
  /// workers have too much to do.
  private func gzip(_ body: TaggedBody, for client: String) async -> [UInt8]? {
    let (compressed, key) = (settings.recent.compressed, body.fields.tag.text)
    if let known = compressed.value(for: key) { return known }
    let coded = try? await settings.workers.run(for: client) { DeflatedSegment.gzip(body.bytes) }
    guard let coded else { return nil }
    compressed.keep(coded, for: key, byteCount: coded.count)
    return coded
  }
}
