import Chatter
import ChatterClient

/// The client of the timeline: the labs' `ChattStore`, or a double in tests.
@MainActor
protocol ChattSource: AnyObject {
  /// The chatts with their clips, newest first.
  var chatts: [Chatt] { get }
  /// The number of malformed rows in the last list.
  var skippedCount: Int { get }
  /// The last error, including that of a list after a successful post; nil after a successful list.
  var lastError: ClientError? { get }

  func getChatts(progress: (@Sendable (TransferProgress) -> Void)?) async throws(ClientError)

  /// Posts under a key, or a new one, and then gets the list if `refreshing`.
  func postChatt(
    _ chatt: NewChatt, once key: PostKey?, refreshing: Bool,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError)

  /// Returns the key of a failed post that may have been stored; nil for any other chatt.
  func unsettledKey(of chatt: NewChatt) -> PostKey?
}

extension ChattStore: ChattSource {}

/// The progress of a transfer, in bytes.
struct Transfer: Equatable, Sendable {
  var done: Int
  /// The total; 0 if it is unknown.
  var total: Int

  /// The fraction done, 0...1; nil if the total is unknown.
  var fraction: Double? { total > 0 ? min(1, Double(done) / Double(total)) : nil }

  /// The progress as text: `12 %`, or `12.3 MB` if the total is unknown.
  var text: String {
    if let fraction { return "\(Int(fraction * 100)) %" }
    let tenths = done / 100_000
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\(done) bytes"
  }
}

extension Transfer {
  /// Creates the progress of a request's body if it has one, else of the response.
  init(_ progress: TransferProgress) {
    self =
      progress.bytesToSend > 0
      ? Transfer(done: progress.sentByteCount, total: progress.bytesToSend)
      : Transfer(done: progress.receivedByteCount, total: progress.bytesToReceive)
  }
}
