import TestSupport
import Testing

@testable import Chatter

@Suite("InMemoryTimeline, Timeline and ChattBatches")
struct InMemoryTimelineTests {
  /// A clock that stands still.
  private static let noon = Timestamp(microsecondsSince1970: 1_735_819_200_000_000)

  private func timeline(batchBytesMax: Int = 1 << 20) throws -> InMemoryTimeline {
    let noon = try #require(Self.noon)
    return InMemoryTimeline(now: { noon }, batchBytesMax: batchBytesMax)
  }

  @Test("it keeps the contract", arguments: TimelineContract.clauses)
  func contract(clause: TimelineContract.Clause) async throws {
    let timeline = try timeline()
    try await clause.check(on: timeline)
    // Once more, on one that is not empty.
    try await clause.check(on: timeline)
  }

  @Test("a timeline that loses, changes or reorders chatts does not keep the contract")
  func contractCanFail() async throws {
    var broken = 0
    for clause in TimelineContract.clauses {
      do {
        try await clause.check(on: BrokenTimeline())
      } catch is TimelineContract.Violation {
        broken += 1
      }
    }
    #expect(broken == TimelineContract.clauses.count)
  }

  @Test("getaudio comes in batches of the bytes allowed, one clip at least")
  func batches() async throws {
    let clip = try TinyClip.clip()
    let timeline = try timeline(batchBytesMax: clip.bytes.count + 1)
    for number in 0..<5 {
      try await timeline.post(NewChatt(username: "\(number)", message: nil, audio: clip))
    }
    var usernames: [[String?]] = []
    for try await batch in try await timeline.audio() { usernames.append(batch.map(\.username)) }
    #expect(usernames == [["4", "3"], ["2", "1"], ["0"]])
  }

  @Test("a list under way does not see later posts")
  func snapshot() async throws {
    let timeline = try timeline(batchBytesMax: 1)
    try await timeline.post(NewChatt(username: "a", message: "first"))
    let audio = try await timeline.audio()
    try await timeline.post(NewChatt(username: "a", message: "second"))
    #expect(try await audio.collect().map(\.message) == ["first"])
  }

  @Test(
    "every call fails as it was told to, and stores nothing",
    arguments: [
      .unavailable(retryAfter: .seconds(2)), .timedOut, .outcomeUnknown, .refused("x"), .cancelled,
      .malformedAnswer("x"), .untrusted("x"),
    ] as [TimelineError])
  func failures(error: TimelineError) async throws {
    let timeline = try timeline()
    await timeline.fail(with: error)
    await #expect(throws: error) {
      try await timeline.post(NewChatt(username: "a", message: "b"))
    }
    await #expect(throws: error) { try await timeline.chatts() }
    await #expect(throws: error) { try await timeline.audio() }
    await timeline.fail(with: nil)
    #expect(try await timeline.chatts().isEmpty)
    #expect(!error.description.isEmpty)
  }

  @Test(
    "a retry is announced in whole seconds, one at least",
    arguments: [
      (.zero, "1 s"), (.milliseconds(2900), "2 s"),
    ] as [(Duration, String)])
  func retryAfter(duration: Duration, text: String) {
    #expect(TimelineError.unavailable(retryAfter: duration).description.hasSuffix(text))
  }
}

/// Takes posts and forgets them.
private struct BrokenTimeline: Timeline {
  func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? { nil }

  func chatts() async throws(TimelineError) -> [Chatt] { [] }

  func audio() async throws(TimelineError) -> ChattBatches {
    ChattBatches { () async throws(TimelineError) in nil }
  }
}
