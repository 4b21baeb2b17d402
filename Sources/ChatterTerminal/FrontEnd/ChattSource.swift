import Chatter
import ChatterClient

/// The client of the timeline: the labs' `ChattStore`, or a double in tests.
@MainActor
protocol ChattSource: AnyObject {
  /// The host and the port of the server, for messages.
  var authority: String { get }
  /// The chatts with their clips, newest first.
  var chatts: [Chatt] { get }
  /// The number of malformed rows in the last list.
  var skippedCount: Int { get }
  /// The last error, including that of a list after a successful post; nil after a successful list.
  var lastError: ClientError? { get }

  /// Whether events arrive, so that the chatts change without a request.
  var isLive: Bool { get }
  /// Whether there are older chatts than those of `chatts`.
  var hasOlder: Bool { get }

  /// Gets the list with its clips.
  func getChatts(progress: (@Sendable (TransferProgress) -> Void)?) async throws(ClientError)

  /// Gets the newest page, without clips; from a server without pages, the list.
  func newestChatts(progress: (@Sendable (TransferProgress) -> Void)?) async throws(ClientError)

  /// Gets the page after the last chatt; returns whether there may be more.
  @discardableResult
  func olderChatts() async throws(ClientError) -> Bool

  /// Keeps the chatts up to date, by events or else by lists at an interval; nil leaves the lists
  /// to the caller.
  func follow(pollInterval: Duration?, change: ((TimelineChange) -> Void)?) async

  /// Gets the clip of a chatt; nil if it has none.
  func clip(
    of chatt: Chatt, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> [UInt8]?

  /// Whether a chatt was posted from here.
  func canDelete(_ id: ChattID) -> Bool

  func delete(_ id: ChattID) async throws(ClientError) -> Deletion

  /// Posts under a key, or a new one, and then gets the list if `refreshing`.
  func postChatt(
    _ chatt: NewChatt, once key: PostKey?, refreshing: Bool,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError)

  /// Returns the key of a failed post that may have been stored; nil for any other chatt.
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
