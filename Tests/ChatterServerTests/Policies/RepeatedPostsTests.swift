import HTTP
import System
import TestSupport
import Testing

@testable import Chatter
@testable import ChatterServer

struct RepeatedPostsTests {
  private let fixture = PostFixture()
  private let posts: RepeatedPosts

  init() { posts = fixture.repeatedPosts() }

  static let chatt = NewChatt(username: "a", message: "b")

  @Test func recognizesARepeatForTenSecondsAfterALostResponse() async throws {
    try await fixture.post(posts, .lost)
    fixture.wait(.seconds(5))
    for _ in 0..<3 { try await fixture.post(posts, .complete) }
    #expect(fixture.storedCount == 1)
    fixture.wait(.seconds(5))
    try await fixture.post(posts, .complete)
    #expect(fixture.storedCount == 2, "a repeat after ten seconds is a new post")
  }

  @Test func extendsTheTimeAfterEachLostResponse() async throws {
    for _ in 0..<3 {
      try await fixture.post(posts, .lost)
      fixture.wait(.seconds(8))
    }
    #expect(fixture.storedCount == 1)
  }

  @Test func treatsAnUnsentResponseAsLost() async throws {
    for _ in 0..<2 { try await fixture.post(posts, over: nil) }
    #expect(fixture.storedCount == 1)
  }

  @Test func waitsHalfASecondForAnAcknowledgement() async throws {
    try await fixture.post(posts, .pending)
    try await fixture.post(posts, .complete)
    #expect(fixture.storedCount == 1)
    #expect(fixture.passedTime >= RepeatedPosts.acknowledgementTimeout)
    #expect(fixture.passedTime < RepeatedPosts.acknowledgementTimeout * 2)
  }

  @Test(arguments: [Acknowledgement.complete, .lost])
  func decidesByTheOutcomeOfTheEarlierResponse(_ acknowledgement: Acknowledgement) async throws {
    let output = TestOutput(.pending)
    try await fixture.post(posts, over: output)
    @Sendable func pause(_ duration: Duration) async throws {
      fixture.wait(duration)
      if fixture.passedTime > .milliseconds(100) { output.set(acknowledgement) }
    }
    _ = try await posts.post(
      Self.chatt, by: .postChatt, from: ClientAddress.test("192.0.2.1").key,
      pause: pause
    ) { () async throws(TimelineError) in
      fixture.store()
    }
    #expect(fixture.storedCount == (acknowledgement == .complete ? 2 : 1))
    #expect(fixture.passedTime < RepeatedPosts.acknowledgementTimeout)
  }

  @Test func cancelsAWaitingPostWhenItsSenderLeaves() async throws {
    try await fixture.post(posts, .pending)
    @Sendable func leave(_ duration: Duration) async throws { throw CancellationError() }
    await #expect(throws: TimelineError.cancelled) {
      _ = try await posts.post(
        Self.chatt, by: .postChatt, from: ClientAddress.test("192.0.2.1").key, pause: leave
      ) { () async throws(TimelineError) in
        fixture.store()
      }
    }
    #expect(fixture.storedCount == 1)
  }

  @Test func distinguishesAddressCallUsernameMessageAndClip() async throws {
    let posts = fixture.repeatedPosts(responsesMax: 100)
    let clip = try TinyClip.clip()
    let longer = try TinyClip.longerClip()
    let chatts = [
      NewChatt(username: "a", message: "b"), NewChatt(username: "ab", message: ""),
      NewChatt(username: "a", message: "c"), NewChatt(username: "a", message: nil, audio: clip),
      NewChatt(username: "a", message: "", audio: clip),
      NewChatt(username: "a", message: "", audio: longer),
      NewChatt(username: "a", message: "e\u{301}"), NewChatt(username: "a", message: "\u{E9}"),
    ]
    for chatt in chatts {
      try await fixture.post(posts, chatt, .lost)
      try await fixture.post(posts, chatt, .complete)
    }
    #expect(fixture.storedCount == chatts.count)
    try await fixture.post(posts, .complete, from: "192.0.2.2")
    try await fixture.post(posts, .complete, by: .postAudio)
    #expect(fixture.storedCount == chatts.count + 2)
  }

  @Test func comparesClipsByTheirDigest() async throws {
    let clip = try TinyClip.clip()
    let longer = try TinyClip.longerClip()
    var chatts = [clip, longer].map { NewChatt(username: "a", message: "b", audio: $0) }
    for index in chatts.indices { chatts[index].audioSHA256 = [1, 2] }
    for chatt in chatts { try await fixture.post(posts, chatt, .lost) }
    #expect(fixture.storedCount == 1)
    chatts[0].audioSHA256 = [1, 3]
    try await fixture.post(posts, chatts[0], .lost)
    #expect(fixture.storedCount == 2)
  }

  /// Makes concurrent posts, and returns their outcomes.
  func outcomes(
    of count: Int, _ posts: RepeatedPosts, _ gate: PostGate, succeed: Bool = true
  ) async -> [TimelineError?] {
    await withTaskGroup(of: TimelineError?.self) { group in
      for _ in 0..<count {
        group.addTask {
          do throws(TimelineError) {
            let response = try await posts.post(
              Self.chatt, by: .postChatt, from: ClientAddress.test("192.0.2.1").key,
              pause: PostFixture().pause
            ) { () async throws(TimelineError) in
              await gate.pass()
              if !succeed { throw .timedOut }
              return PostFixture.posted
            }
            response.tracking.send(over: TestOutput(.complete))
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(arguments: [true, false])
  func sharesTheOutcomeWithRepeatsBeforeTheResponse(succeeds: Bool) async throws {
    let posts = PostFixture().repeatedPosts()
    let gate = PostGate()
    async let outcomes = outcomes(of: 5, posts, gate, succeed: succeeds)
    while posts.waitingCount < 4 { await Task.yield() }
    await gate.open()
    #expect(await outcomes == Array(repeating: succeeds ? nil : .timedOut, count: 5))
    #expect(await gate.arrivals == 1)
    #expect(posts.waitingCount == 0)
  }
}
