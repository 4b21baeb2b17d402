internal import Chatter
internal import ChatterStore
internal import Crypto
internal import HTTP
internal import System

/// A body with a tag, which is a digest of it, and the fields of the response that depend on it.
struct TaggedBody: Sendable {
  /// The bytes of the SHA-256 of a body that its tag has.
  private static let tagBytes = 16

  let bytes: [UInt8]
  let tag: EntityTag
  let fields: HeaderFields

  init(_ bytes: [UInt8], fields: HeaderFields = [:]) throws(ReadError) {
    // A digest needs a little memory.
    guard let digest = SHA256.digest(of: bytes) else {
      throw .unavailable(retryAfter: .seconds(1))
    }
    tag = EntityTag(StoredChatt.hex(Array(digest.prefix(Self.tagBytes))))
    (self.bytes, self.fields) = (bytes, fields)
  }
}

extension ChatterService {
  /// Smaller bodies are sent as they are: compression would save less than a packet.
  private static let compressedBytesMin = 1024

  /// Returns the response with a body that clients may cache but revalidate each time: 304 if the
  /// client has it, 412 if the client expects another one. The body is compressed for clients that
  /// accept gzip, unless the workers have too much to do.
  func revalidated(
    _ body: TaggedBody, as type: FieldValue, for request: Request
  ) async throws -> Response {
    let tag = body.tag
    if tag.isMatched(by: request.fields) == false { throw Problem.preconditionFailed }
    var fields = body.fields
    fields.set(.cacheControl, "no-cache")
    fields.set(.vary, "Accept-Encoding")
    if let cached = tag.coding(cachedBy: request.fields) {
      fields.set(.entityTag, tag.field(in: cached))
      return Response(.notModified, fields: fields)
    }
    fields.set(.contentType, type)
    let acceptsGzip =
      body.bytes.count >= Self.compressedBytesMin
      && ContentCoding.preferred(by: request.fields) == .gzip
    let coded = acceptsGzip ? await gzip(body, for: request.client.key.text) : nil
    fields.set(.entityTag, tag.field(in: coded == nil ? .identity : .gzip))
    if coded != nil { fields.set(.contentEncoding, "gzip") }
    return Response(.ok, fields: fields, body: .bytes((coded ?? body.bytes)[...]))
  }

  /// Returns a body in gzip, compressed once for all who ask for it, and by a worker; nil while the
  /// workers have too much to do.
  private func gzip(_ body: TaggedBody, for client: String) async -> [UInt8]? {
    let (compressed, key) = (settings.recent.compressed, body.tag.text)
    if let known = compressed.value(for: key) { return known }
    let coded = try? await settings.workers.run(for: client) { DeflatedSegment.gzip(body.bytes) }
    guard let coded else { return nil }
    compressed.keep(coded, for: key, byteCount: coded.count)
    return coded
  }
}
