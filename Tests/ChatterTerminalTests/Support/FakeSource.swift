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
  var holdsPosts = false
  private(set) var isPostInProgress = false

  func getChatts(
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) {
    retrievalCount += 1
    lastError = error ?? tooLarge
    if let error { throw error }
    chatts = stored
  }

  func postChatt(
    _ chatt: NewChatt, once key: PostKey?, refreshing: Bool,
    progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) {
    self.key = key
    kept = key ?? PostKey(randomFor: chatt.call)
    (isSettled, isPostInProgress) = (false, true)
    while holdsPosts, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
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
}
