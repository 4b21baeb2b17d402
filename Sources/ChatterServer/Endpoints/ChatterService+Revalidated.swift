internal import Chatter
internal import ChatterStore
internal import Crypto
internal import HTTP
internal import System

extension ChatterService {
  /// The bytes of the SHA-256 of a body that its tag has.
  private static let tagBytes = 16

  /// Smaller bodies are sent as they are: compression would save less than a packet.
  private static let compressedBytesMin = 1024

  /// Returns the response with a body that clients may cache but revalidate each time: 304 if the
  /// client has it, 412 if the client expects another one. The tag is a digest of the body, which
  /// is compressed for clients that accept gzip, unless the workers have too much to do.
  func revalidated(
    _ body: [UInt8], as type: FieldValue, fields: HeaderFields = [:], for request: Request
  ) async throws -> Response {
    // Only without memory there is no digest.
    guard let digest = SHA256.digest(of: body) else {
      throw ReadError.unavailable(retryAfter: .seconds(1))
    }
    let name = StoredChatt.hex(Array(digest.prefix(Self.tagBytes)))
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
      body.count >= Self.compressedBytesMin
      && ContentCoding.preferred(by: request.fields) == .gzip
    let coded =
      acceptsGzip
      ? await settings.compressedBodies.gzip(
        body, tag: name, by: settings.workers, for: request.client.key.text) : nil
    fields.set(.entityTag, tag.field(in: coded == nil ? .identity : .gzip))
    if coded != nil { fields.set(.contentEncoding, "gzip") }
    return Response(.ok, fields: fields, body: .bytes((coded ?? body)[...]))
  }
}

/// The compressed bodies that were sent last, for all loops: what several clients ask for is
/// compressed once, and by a worker.
public final class CompressedBodies: Sendable {
  /// Maximum size of all bodies in bytes. When they are larger, all are forgotten.
  private let bytesMax: Int

  private struct State {
    var bodies: [String: [UInt8]] = [:]
    var byteCount = 0
  }

  private let state = Lock(State())

  init(bytesMax: Int = 4 << 20) { self.bytesMax = bytesMax }

  /// Returns a body in gzip, by a digest of it; nil while the workers have too much to do.
  func gzip(
    _ body: [UInt8], tag: String, by workers: WorkerPool, for client: String
  ) async -> [UInt8]? {
    if let known = state.withLock({ $0.bodies[tag] }) { return known }
    let coded = try? await workers.run(for: client) { DeflatedSegment.gzip(body) }
    guard let coded else { return nil }
    state.withLock { state in
      if state.byteCount + coded.count > bytesMax { state = State() }
      if state.bodies.updateValue(coded, forKey: tag) == nil { state.byteCount += coded.count }
    }
    return coded
  }
}
