internal import Chatter
internal import EventLoop
internal import HTTP
internal import TLS

extension Response {
  /// The bytes of the SHA-256 of a body that its tag has.
  private static let tagBytes = 16

  /// Smaller bodies are sent as they are: compression would save less than a packet.
  private static let compressedBytesMin = 1024

  /// Returns the response with a body that clients may cache but revalidate each time: 304 if the
  /// client has it, 412 if the client expects another one. The tag is a digest of the body, which
  /// is compressed for clients that accept gzip, unless the workers have too much to do.
  ///
  /// - Parameter fields: The fields of the 200 and the 304, besides those for caches.
  static func revalidated(
    _ body: [UInt8], as type: FieldValue, fields: HeaderFields = [:], for request: Request,
    compressed bodies: CompressedBodies, by workers: WorkerPool
  ) async throws -> Response {
    // Only without memory there is no digest.
    guard let digest = SHA256.digest(of: body) else {
      throw ReadError.unavailable(retryAfter: .seconds(1))
    }
    let name = StoredChatt.hex(Array(digest.prefix(tagBytes)))
    let tag = EntityTag(name)
    if tag.isMatched(by: request.fields) == false { throw Problem.preconditionFailed }
    var fields = fields
    fields.set(.cacheControl, "no-cache")
    fields.set(.vary, "Accept-Encoding")
    if let cached = tag.coding(cachedBy: request.fields) {
      fields.set(.entityTag, tag.field(in: cached))
      return Response(.notModified, fields: fields)
    }
    fields.set(.contentType, type)
    let acceptsGzip =
      body.count >= compressedBytesMin && ContentCoding.preferred(by: request.fields) == .gzip
    let coded =
      acceptsGzip
      ? await bodies.gzip(body, tag: name, by: workers, for: request.client.key.text) : nil
    fields.set(.entityTag, tag.field(in: coded == nil ? .identity : .gzip))
    if coded != nil { fields.set(.contentEncoding, "gzip") }
    return Response(.ok, fields: fields, body: .bytes((coded ?? body)[...]))
  }
}

extension ChatterService {
  func revalidated(
    _ body: [UInt8], as type: FieldValue, fields: HeaderFields = [:], for request: Request
  ) async throws -> Response {
    try await .revalidated(
      body, as: type, fields: fields, for: request, compressed: settings.compressedBodies,
      by: settings.workers)
  }
}
