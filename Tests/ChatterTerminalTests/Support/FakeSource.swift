import Chatter
import ChatterClient

@testable import ChatterTerminal

/// A source that responds at once, with success or with the error that the test sets.
@MainActor
final class FakeSource: ChattSource {
  let authority = "localhost:8443"
  private(set) var chatts: [Chatt] = []
  var skippedCount = 0
  private(set) var lastError: ClientError?
  /// The chatts on the server, which a list returns.
  var stored: [Chatt] = []
  private(set) var posted: [NewChatt] = []
  private(set) var retrievalCount = 0
  var error: ClientError?
  /// The errors of posts, and of the list after a post.
  var (postError, listError): (ClientError?, ClientError?) = (nil, nil)
  /// The error of a list that arrives without its clips.
  var tooLarge: ClientError?
  /// Whether posts wait instead of completing.
  var holdsPosts: Bool {
    get { posting != nil }
    set {
      posting?.open()
      posting = newValue ? Gate() : nil
    }
  }
  private var posting: Gate?
  private(set) var isPostInProgress = false

  func newestChatts(
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) {
    retrievalCount += 1
    lastError = error ?? tooLarge
    if let error { throw error }
    chatts = stored
  }

  /// Whether events arrive; a test sends them with `send`.
  var isLive = false
  /// The older chatts, a page at a time.
  var olderPages: [[Chatt]] = []
  var hasOlder: Bool { !olderPages.isEmpty }
  /// The ids of the own chatts.
  var own: Set<ChattID> = []
  private(set) var deleted: [ChattID] = []
  var deleteError: ClientError?
  /// The clips at the URLs of links.
  var clips: [String: [UInt8]] = [:]
  private(set) var clipRequests: [String] = []
  private var listener: ((TimelineChange) -> Void)?
  private var poller: AsyncStream<Void>.Continuation?

  func olderChatts() async throws(ClientError) -> Bool {
    if let error { throw error }
    if hasOlder { chatts += olderPages.removeFirst() }
    return hasOlder
  }

  func follow(pollInterval: Duration?, change: ((TimelineChange) -> Void)?) async {
    let (polls, more) = AsyncStream<Void>.makeStream()
    (listener, poller) = (change, more)
    for await _ in polls {
      let former = chatts
      try? await newestChatts(progress: nil)
      for one in TimelineChange.changes(from: former, to: chatts) { change?(one) }
    }
    (listener, poller) = (nil, nil)
  }

  /// Makes the follower poll, as it does after each poll interval.
  func poll() { poller?.yield() }

  /// Sends an event to the follower.
  func send(_ change: TimelineChange) {
    switch change {
    case .added(let chatt): chatts.insert(chatt, at: 0)
    case .deleted(let chatt): chatts.removeAll { $0.id == chatt.id }
    case .restarted: break
    }
    stored = chatts
    listener?(change)
  }

  /// Whether something follows the source.
  var isFollowed: Bool { listener != nil }

  func clip(
    of chatt: Chatt, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> [UInt8]? {
    if let bytes = try? chatt.audioBytes() { return bytes }
    guard let url = chatt.clipLink?.url else { return nil }
    clipRequests.append(url)
    guard let clip = clips[url] else { throw .status(404, "gone") }
    return clip
  }

  func chatt(_ id: ChattID) async throws(ClientError) -> Chatt? {
    (chatts + olderPages.joined()).first { $0.id == id }
  }

  func canDelete(_ id: ChattID) -> Bool { own.contains(id) }

  func delete(_ id: ChattID) async throws(ClientError) -> Deletion {
    if let deleteError { throw deleteError }
    guard own.remove(id) != nil else { return .notOwn }
    deleted.append(id)
    let wasThere = chatts.contains { $0.id == id }
    chatts.removeAll { $0.id == id }
    stored.removeAll { $0.id == id }
    return wasThere ? .deleted : .wasGone
  }

  func postChatt(
    _ chatt: NewChatt, once key: PostKey?, refreshing: Bool,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) {
    self.key = key
    kept = key ?? PostKey(randomFor: chatt.call)
    (isSettled, isPostInProgress) = (false, true)
    await posting?.pass()
    isPostInProgress = false
    if Task.isCancelled { throw .cancelled }
    if let postError { throw postError }
    if let error { throw error }
    isSettled = true
    posted.append(chatt)
    stored.insert(
      Self.chatt(posted.count + 100, chatt.username, chatt.message, audio: chatt.audio?.bytes),
      at: 0)
    lastError = listError ?? tooLarge
    if listError == nil { chatts = stored }
  }

  /// The key that repeats the last post.
  private(set) var kept: PostKey?

  private var isSettled = false

  func unsettledKey(of chatt: NewChatt) -> PostKey? { isSettled ? nil : kept }

  /// The key of the last post that was given one.
  private(set) var key: PostKey?

  /// Returns a chatt whose id ends in a number.
  static func chatt(
    _ number: Int, _ author: String, _ message: String?, audio: [UInt8]? = nil
  ) -> Chatt {
    let digits = "\(1_000_000_000_000 + number)".suffix(12)
    return Chatt(
      username: author, message: message, id: ChattID("00000000-0000-7000-8000-\(digits)"),
      timestamp: "2025-01-02T03:04:05.123Z",
      audio: audio.map { String(decoding: Base64.encode($0[...]), as: UTF8.self) })
  }

  /// Returns a chatt with a link to its clip.
  static func linked(_ number: Int, _ author: String, seconds: Int = 2) -> Chatt {
    var chatt = chatt(number, author, "\(number)")
    chatt.clipLink = ClipLink(
      url: "/v1/audio/\(number).m4a", codec: "aac-lc", duration: .seconds(seconds),
      sampleRate: 12000, channels: 1, byteCount: 7, sha256: [])
    return chatt
  }
}
