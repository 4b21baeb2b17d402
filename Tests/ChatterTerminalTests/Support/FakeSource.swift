import Chatter
import ChatterClient

@testable import ChatterTerminal

/// A server of the test's own, which answers at once, or with the error that it is given.
@MainActor
final class FakeSource: ChattSource {
  private(set) var chatts: [Chatt] = []
  var skippedCount = 0
  private(set) var lastError: ClientError?
  /// What the server has; a list brings it.
  var stored: [Chatt] = []
  private(set) var posted: [NewChatt] = []
  private(set) var retrievalCount = 0
  var error: ClientError?
  /// Of posts alone, and of the list after one.
  var (postError, listError): (ClientError?, ClientError?) = (nil, nil)
  /// What a list says that has come without its clips.
  var tooLarge: ClientError?
  /// A post is under way for as long as this is so.
  var holdsPosts = false
  private(set) var isPostUnderWay = false

  func retrieve(_ progress: @escaping @Sendable (Transfer) -> Void) async throws(ClientError) {
    retrievalCount += 1
    lastError = error ?? tooLarge
    if let error { throw error }
    chatts = stored
  }

  func post(
    _ chatt: NewChatt, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError) {
    var generator = SystemRandomNumberGenerator()
    kept = PostKey(randomFor: chatt.call, using: &generator)
    isPostUnderWay = true
    while holdsPosts, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
    isPostUnderWay = false
    if Task.isCancelled { throw .cancelled }
    if let postError { throw postError }
    if let error { throw error }
    posted.append(chatt)
    stored.insert(
      Self.chatt(posted.count + 100, chatt.username, chatt.message, audio: chatt.audio?.bytes),
      at: 0)
    lastError = listError ?? tooLarge
    if listError == nil { chatts = stored }
  }

  /// What the last post is repeated by.
  private(set) var kept: PostKey?

  func unsettledKey(of chatt: NewChatt) -> PostKey? { kept }

  /// What the last post was named by.
  private(set) var key: PostKey?

  func post(
    _ chatt: NewChatt, once key: PostKey, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError) {
    self.key = key
    try await post(chatt, progress)
  }

  /// A chatt whose id ends in a number.
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
