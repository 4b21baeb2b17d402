import Chatter
import ChatterClient

/// Where chatts come from and go to: the labs' `ChattStore`, or a double in tests.
@MainActor
protocol ChattSource: AnyObject {
  /// Newest first, with their clips.
  var chatts: [Chatt] { get }
  /// Rows of the last list that were none.
  var skippedCount: Int { get }
  /// What went wrong last, also in a list after a post that went well; nil since a list has come.
  var lastError: ClientError? { get }

  func retrieve(_ progress: @escaping @Sendable (Transfer) -> Void) async throws(ClientError)

  func post(
    _ chatt: NewChatt, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError)

  /// The same under a key, and without a list after it.
  func post(
    _ chatt: NewChatt, once key: PostKey, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError)

  /// What a chatt was posted under that failed and may have been stored; nil for any other.
  func keptKey(of chatt: NewChatt) -> PostKey?
}

/// How far a transfer is, in bytes.
struct Transfer: Equatable, Sendable {
  var done: Int
  /// 0 where it is not known.
  var total: Int

  /// 0...1; nil where it is not known.
  var share: Double? { total > 0 ? min(1, Double(done) / Double(total)) : nil }

  /// Whether there is anything to say of it.
  var isUnderWay: Bool { total > 0 || done > 0 }

  /// `12 %`, or, of a whole that is not known, `12.3 MB`.
  var text: String {
    if let share { return "\(Int(share * 100)) %" }
    let tenths = done / 100_000
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\(done) bytes"
  }
}
