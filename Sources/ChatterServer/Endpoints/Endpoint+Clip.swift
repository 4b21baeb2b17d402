internal import Chatter
internal import ChatterStore
internal import HTTP
internal import Postgres

extension Endpoint {
  static let clip = Endpoint("clip", at: "/v1/audio/{id}.m4a") { id in
    [.get { try await $0.clip(id, for: $1) }]
  }
}

extension ChatterService {
  /// The bytes of a clip, or the part that the request asks for.
  fileprivate func clip(_ id: ChattID, for request: Request) async throws -> Response {
    let client = request.client.keyText
    let chatt = try await chatt(id, for: client)
    guard let clip = chatt.clip else { throw Problem.audioNotFound }
    let tag = EntityTag(StoredChatt.hex(clip.sha256))
    var fields: HeaderFields = [
      .acceptRanges: "bytes", .cacheControl: "public, max-age=31536000, immutable",
      .entityTag: tag.field(in: .identity),
    ]
    if tag.isMatched(by: request.fields) == false { throw Problem.preconditionFailed }
    if tag.coding(cachedBy: request.fields) != nil {
      return Response(.notModified, fields: fields)
    }
    fields.set(.contentType, "audio/mp4")
    if let name = try? FieldValue("inline; filename=\"\(id).m4a\"") {
      fields.set(.contentDisposition, name)
    }
    let count = clip.facts.byteCount
    var (status, range) = (Status.ok, 0..<count)
    // Only a GET has ranges (RFC 9110 section 14.2).
    if request.method == .get, tag.permitsRange(by: request.fields),
      let wanted = ByteRange(request.fields)
    {
      guard case .bytes(let part) = wanted.part(of: count) else {
        throw Problem.unsatisfiableRange(of: count)
      }
      (status, range) = (.partialContent, part)
      if let value = try? FieldValue("bytes \(part.lowerBound)-\(part.upperBound - 1)/\(count)") {
        fields.set(.contentRange, value)
      }
    }
    let stream = ClipStream(chatt, range, from: chatts, keptIn: settings.recent.slices, for: client)
    if stream.isOneSlice, request.method == .get, let bytes = try await stream.next() {
      return Response(status, fields: fields, body: .bytes(bytes))
    }
    return Response(status, fields: fields, body: .stream(length: range.count, stream))
  }
}

/// The bytes of a clip, read from the database as the client takes them, or read before.
final class ClipStream: ResponseStream {
  /// Maximum size of a slice, in bytes: what a slow reader costs.
  static let sliceBytesMax = 128 << 10

  /// A slice of a clip as one transaction wrote it. A server that took over from another may assign
  /// the same transaction IDs again, so the digest belongs to it as well.
  struct Slice: Hashable {
    let id: ChattID
    let transaction: PostgresTransactionID
    let sha256: [UInt8]
    let number: Int
  }

  private let chatt: StoredChatt
  private let chatts: any ChattSource
  private let slices: RecentValues<Slice, [UInt8]>
  private let client: String
  private var rest: Range<Int>

  init(
    _ chatt: StoredChatt, _ range: Range<Int>, from chatts: any ChattSource,
    keptIn slices: RecentValues<Slice, [UInt8]>, for client: String
  ) {
    (self.chatt, self.chatts, self.slices, self.client) = (chatt, chatts, slices, client)
    rest = range
  }

  /// Whether one slice has all of the rest.
  var isOneSlice: Bool {
    rest.lowerBound / Self.sliceBytesMax == (rest.upperBound - 1) / Self.sliceBytesMax
  }

  func next() async throws -> ArraySlice<UInt8>? {
    guard !rest.isEmpty, let clip = chatt.clip else { return nil }
    let number = rest.lowerBound / Self.sliceBytesMax
    let first = number * Self.sliceBytesMax
    let range = first..<min(clip.facts.byteCount, first + Self.sliceBytesMax)
    let part = rest.clamped(to: range)
    let slice = Slice(
      id: chatt.id, transaction: chatt.transaction, sha256: clip.sha256, number: number)
    let bytes = try await read(slice, at: range)
    rest = part.upperBound..<rest.upperBound
    return bytes[(part.lowerBound - first)..<(part.upperBound - first)]
  }

  private func read(_ slice: Slice, at range: Range<Int>) async throws -> [UInt8] {
    if let bytes = slices.value(for: slice) { return bytes }
    guard let bytes = try await chatts.clip(of: chatt, at: range, for: client),
      bytes.count == range.count
    else { throw Problem.chattNotFound }
    slices.keep(bytes, for: slice, byteCount: bytes.count)
    return bytes
  }
}
