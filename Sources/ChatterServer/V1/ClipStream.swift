internal import HTTP

/// The bytes of a clip, read from the database as the client takes them.
final class ClipStream: ResponseStream {
  /// Maximum size of a slice, in bytes: what a slow reader costs.
  static let sliceBytesMax = 128 << 10

  private let chatt: StoredChatt
  private let chatts: any StoredChatts
  private let client: String
  private var rest: Range<Int>

  init(_ chatt: StoredChatt, _ range: Range<Int>, from chatts: any StoredChatts, for client: String)
  {
    (self.chatt, self.chatts, self.client, rest) = (chatt, chatts, client, range)
  }

  func next() async throws -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let range = rest.lowerBound..<min(rest.upperBound, rest.lowerBound + Self.sliceBytesMax)
    guard let bytes = try await chatts.clip(of: chatt, at: range, for: client),
      bytes.count == range.count
    else { throw ClipError.changed }
    rest = range.upperBound..<rest.upperBound
    return bytes[...]
  }

  /// Why a clip that is being sent cannot be completed.
  enum ClipError: Error {
    case changed
  }
}
