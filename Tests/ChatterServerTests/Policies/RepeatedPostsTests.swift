import Sockets
import TestSupport
import Testing

@testable import Chatter
@testable import ChatterServer

@Suite("Posts that come once more (need nothing)")
struct RepeatedPostsTests {
  static let chatt = NewChatt(username: "a", message: "b")

  @Test("the same words after an answer that has arrived are a new chatt, and nothing is kept")
  func delivered() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    for _ in 0..<3 { try await bench.post(posts, isDelivered: true) }
    #expect(bench.storedCount == 3)
    #expect(posts.count == 0)
  }

  @Test("the same words within ten seconds after a lost answer are the same chatt")
  func lost() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    try await bench.post(posts, isDelivered: false)
    bench.wait(.seconds(5))
    for _ in 0..<3 { try await bench.post(posts, isDelivered: true) }
    #expect(bench.storedCount == 1)
    bench.wait(.seconds(5))
    try await bench.post(posts, isDelivered: true)
    #expect(bench.storedCount == 2, "after its time they are new again")
    #expect(posts.count == 0)
  }

  @Test("a repeat whose answer is lost too begins the ten seconds anew")
  func lostTwice() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    for _ in 0..<3 {
      try await bench.post(posts, isDelivered: false)
      bench.wait(.seconds(8))
    }
    #expect(bench.storedCount == 1)
  }

  @Test("an answer of which nobody says anything counts as arrived")
  func untold() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    for _ in 0..<2 {
      _ = try await posts.post(Self.chatt, by: .postChatt, from: "x") {
        () async throws(TimelineError) in
        bench.store()
      }
    }
    #expect(bench.storedCount == 2)
    #expect(posts.count == 0)
  }

  @Test("another address, call, username, message or clip is another post")
  func others() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts(rememberedMax: 100)
    let clip = try TinyClip.clip()
    let tone = AudioClip(validatedBytes: clip.bytes.reversed(), facts: clip.facts)
    let chatts = [
      NewChatt(username: "a", message: "b"), NewChatt(username: "ab", message: ""),
      NewChatt(username: "a", message: "c"), NewChatt(username: "a", message: nil, audio: clip),
      NewChatt(username: "a", message: "", audio: clip),
      NewChatt(username: "a", message: "", audio: tone),
      NewChatt(username: "a", message: "e\u{301}"), NewChatt(username: "a", message: "\u{E9}"),
    ]
    for chatt in chatts {
      try await bench.post(posts, chatt, isDelivered: false)
      try await bench.post(posts, chatt, isDelivered: true)
    }
    #expect(bench.storedCount == chatts.count)
    try await bench.post(posts, from: "192.0.2.2", isDelivered: true)
    try await bench.post(posts, by: .postAudio, isDelivered: true)
    #expect(bench.storedCount == chatts.count + 2)
  }

  /// Posts that have just begun, and what became of them.
  func outcomes(
    of count: Int, _ posts: RepeatedPosts, _ gate: Gate, succeed: Bool = true,
    isDelivered: Bool = true
  ) async -> [TimelineError?] {
    await withTaskGroup(of: TimelineError?.self) { group in
      for _ in 0..<count {
        group.addTask {
          do throws(TimelineError) {
            let receipt = try await posts.post(Self.chatt, by: .postChatt, from: "x") {
              () async throws(TimelineError) in
              await gate.pass()
              if !succeed { throw .timedOut }
            }
            receipt.settle(isDelivered: isDelivered)
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("those that come before the first is answered get its outcome", arguments: [true, false])
  func joined(succeeds: Bool) async throws {
    let posts = PostBench().repeatedPosts()
    let gate = Gate()
    async let outcomes = outcomes(of: 5, posts, gate, succeed: succeeds)
    while posts.waitingCount < 4 { await Task.yield() }
    await gate.open()
    #expect(await outcomes == Array(repeating: succeeds ? nil : .timedOut, count: 5))
    #expect(await gate.arrivals == 1)
    #expect(posts.count == 0)
  }

  @Test(
    "one that comes while the answer is on its way waits for what becomes of it",
    arguments: [true, false])
  func onItsWay(isDelivered: Bool) async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    let receipt = try await posts.post(Self.chatt, by: .postChatt, from: "192.0.2.1") {
      () async throws(TimelineError) in
      bench.store()
    }
    async let next: Void = bench.post(posts, isDelivered: true)
    while posts.waitingCount < 1 { await Task.yield() }
    receipt.settle(isDelivered: isDelivered)
    try await next
    #expect(bench.storedCount == (isDelivered ? 2 : 1))
  }

  @Test("a post that failed is not remembered: the next one is an attempt of its own")
  func failed() async throws {
    let bench = PostBench()
    let posts = bench.repeatedPosts()
    await #expect(throws: TimelineError.timedOut) {
      _ = try await posts.post(Self.chatt, by: .postChatt, from: "192.0.2.1") {
        () async throws(TimelineError) in
        throw .timedOut
      }
    }
    #expect(posts.count == 0)
    try await bench.post(posts, isDelivered: false)
    #expect(bench.storedCount == 1)
  }
}
