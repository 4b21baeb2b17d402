import Chatter
import ChatterClient

/// The labs' `ChattStore`, which describes these members, or a double in tests.
@MainActor
protocol ChattSource: AnyObject {
  /// The host and the port of the server, for messages.
  var authority: String { get }
  var chatts: [Chatt] { get }
  var skippedCount: Int { get }
  var lastError: ClientError? { get }
  var isLive: Bool { get }
  var hasOlder: Bool { get }

  func newestChatts(progress: (@Sendable (TransferProgress) -> Void)?) async throws(ClientError)

  @discardableResult
  func olderChatts() async throws(ClientError) -> Bool

  func follow(pollInterval: Duration?, change: ((TimelineChange) -> Void)?) async

  func clip(
    of chatt: Chatt, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> [UInt8]?

  func chatt(_ id: ChattID) async throws(ClientError) -> Chatt?

  func canDelete(_ id: ChattID) -> Bool

  func delete(_ id: ChattID) async throws(ClientError) -> Deletion

  func postChatt(
    _ chatt: NewChatt, once key: PostKey?, refreshing: Bool,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError)

  func unsettledKey(of chatt: NewChatt) -> PostKey?
}

extension ChattStore: ChattSource {
  var authority: String { server.authority }
}

extension TransferProgress {
  /// Whether it is that of the request's body; without one, it is that of the response.
  private var isOfRequest: Bool { bytesToSend > 0 }
  var done: Int { isOfRequest ? sentByteCount : receivedByteCount }
  /// The total; 0 if it is unknown.
  var total: Int { isOfRequest ? bytesToSend : bytesToReceive }

  /// The fraction done, 0...1; nil if the total is unknown.
  var fraction: Double? { total > 0 ? min(1, Double(done) / Double(total)) : nil }

  /// The progress as text: `12 %`, or `12.3 MB` if the total is unknown.
  var text: String {
    if let fraction { return "\(Int(fraction * 100)) %" }
    let tenths = done / 100_000
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) MB" : "\(done) bytes"
  }
}
