internal import Chatter

/// The state of the download of a clip, which continues after a cut where it ended.
struct ClipDownload {
  /// Maximum size of a clip in bytes.
  static let bytesMax = 256 << 20

  private let link: ClipLink
  private(set) var bytes: [UInt8] = []
  /// The entity tag of the bytes; nil if a part of them cannot be identified.
  private var entityTag: String?
  private var hasBegun = false
  /// Why the body of this attempt is not accepted.
  private var defect: ClientError?

  init(_ link: ClipLink) {
    self.link = link
  }

  /// The header fields of the next attempt: the range that is missing, if the clip is still the
  /// same (RFC 9110 sections 13.1.5 and 14.2).
  mutating func begin() -> [String] {
    (hasBegun, defect) = (false, nil)
    guard !bytes.isEmpty, let entityTag else {
      bytes = []
      return []
    }
    return ["Range: bytes=\(bytes.count)-", "If-Range: \(entityTag)"]
  }

  /// Takes a chunk of the body; returns false if the body is not what was asked for.
  mutating func take(_ head: TransportResponse, _ chunk: [UInt8]) -> Bool {
    if !hasBegun {
      hasBegun = true
      if head.status == 206 {
        guard continues(head) else {
          startOver()
          defect = .network(.cutOff)
          return false
        }
      } else {
        // A weak tag does not identify a part (RFC 9110 section 13.1.5).
        entityTag = head.entityTag.flatMap { $0.hasPrefix("\"") ? $0 : nil }
        bytes = []
      }
    }
    guard chunk.count <= link.byteCount - bytes.count else {
      startOver()
      defect = .malformedResponse("the clip is larger than \(link.byteCount) bytes")
      return false
    }
    bytes += chunk
    return true
  }

  mutating func startOver() { (bytes, entityTag) = ([], nil) }

  /// Whether a 206 begins where the bytes end, and belongs to the same file.
  private func continues(_ head: TransportResponse) -> Bool {
    guard let entityTag, head.entityTag == nil || head.entityTag == entityTag else { return false }
    return head.contentRange
      == "bytes \(bytes.count)-\(link.byteCount - 1)/\(link.byteCount)"
  }

  /// Returns why an attempt that failed with `error`, or ended without one, is incomplete, or nil.
  mutating func end(_ error: ClientError?, digest: ([UInt8]) -> [UInt8]?) -> ClientError? {
    if let failure = defect ?? error { return failure }
    guard bytes.count == link.byteCount else { return .network(.cutOff) }
    guard digest(bytes) == link.sha256 else {
      startOver()
      return .malformedResponse("the clip does not have the SHA-256 of its chatt")
    }
    return nil
  }
}
