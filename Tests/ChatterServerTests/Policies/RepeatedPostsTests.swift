import Chatter
import TestSupport
import Testing

@testable import ChatterServer

@Suite("Posts that come once more (need nothing)")
struct RepeatedPostsTests {
  typealias Bench = PostBench

  @Test("the same words after a prompt answer are a new chatt, and nothing is remembered")
  func prompt() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    for _ in 0..<3 { try await bench.post(posts, taking: RepeatedPosts.promptMax * 0.9) }
    #expect(bench.storedCount == 3)
    #expect(posts.count == 0)
  }

  @Test("the same words after an answer that took longer than a client waits are the same chatt")
  func slow() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    try await bench.post(posts, taking: .milliseconds(2500))
    for _ in 0..<3 { try await bench.post(posts) }
    #expect(bench.storedCount == 1)
    bench.wait(RepeatedPosts.memory)
    try await bench.post(posts)
    #expect(bench.storedCount == 2, "after its time they are new again")
  }

  @Test("another address, username, message or clip is another post")
  func others() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
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
      try await bench.post(posts, chatt, taking: .seconds(3))
      try await bench.post(posts, chatt)
    }
    #expect(bench.storedCount == chatts.count)
    try await bench.post(posts, from: "192.0.2.2", taking: .seconds(3))
    try await bench.post(posts, key: "k", taking: .seconds(3))
    #expect(bench.storedCount == chatts.count + 2)
  }

  @Test("with an Idempotency-Key a prompt answer is remembered too")
  func keys() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    for _ in 0..<2 { try await bench.post(posts, key: "k") }
    #expect(bench.storedCount == 1)
    try await bench.post(posts, key: "l")
    #expect(bench.storedCount == 2)
  }

  /// Posts that have just begun, and what became of them.
  func outcomes(
    of count: Int, _ posts: RepeatedPosts, _ gate: Gate, key: String? = nil, succeed: Bool = true
  ) async -> [TimelineError?] {
    let chatt = NewChatt(username: "a", message: "b")
    return await withTaskGroup(of: TimelineError?.self) { group in
      for _ in 0..<count {
        group.addTask {
          do throws(TimelineError) {
            try await posts.post(chatt, from: "x", idempotencyKey: key) {
              () async throws(TimelineError) in
              await gate.pass()
              if !succeed { throw .timedOut }
            }
            return nil
          } catch {
            return error
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test(
    "those that come when the first has been under way for long get its outcome",
    arguments: [true, false])
  func joined(succeeds: Bool) async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    let gate = Gate()
    async let first = outcomes(of: 1, posts, gate, succeed: succeeds)
    await gate.waitForArrivals(1)
    bench.wait(RepeatedPosts.promptMax)
    async let repeats = outcomes(of: 4, posts, gate, succeed: succeeds)
    while posts.repeatCount < 4 { await Task.yield() }
    await gate.open()
    let outcomes = await first + repeats
    #expect(outcomes == Array(repeating: succeeds ? nil : .timedOut, count: 5))
    #expect(await gate.arrivals == 1)
    #expect(posts.count == (succeeds ? 1 : 0))
  }

  @Test("those that come at the same moment were not given up: each is a chatt of its own")
  func concurrent() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    let gate = Gate()
    async let outcomes = outcomes(of: 5, posts, gate)
    await gate.waitForArrivals(5)
    await gate.open()
    #expect(await outcomes.allSatisfy { $0 == nil })
    #expect(posts.count == 0)
  }

  @Test("those of the same moment with the same Idempotency-Key are one")
  func concurrentKeys() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    let gate = Gate()
    async let outcomes = outcomes(of: 5, posts, gate, key: "k")
    while posts.repeatCount < 4 { await Task.yield() }
    await gate.open()
    #expect(await outcomes.allSatisfy { $0 == nil })
    #expect(await gate.arrivals == 1)
  }

  @Test("a post that failed is not remembered: the next one is an attempt of its own")
  func failed() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    let chatt = NewChatt(username: "a", message: "b")
    await #expect(throws: TimelineError.timedOut) {
      try await posts.post(chatt, from: "x", idempotencyKey: "k") {
        () async throws(TimelineError) in
        bench.wait(.seconds(5))
        throw .timedOut
      }
    }
    try await bench.post(posts, chatt, from: "x", key: "k")
    #expect(bench.storedCount == 1)
  }

  @Test("what is remembered never grows beyond its limit")
  func bound() async throws {
    let bench = Bench()
    let posts = bench.repeatedPosts()
    for number in 0..<RepeatedPosts.postsMax { try await bench.post(posts, key: "\(number)") }
    #expect(posts.count == RepeatedPosts.postsMax)
    try await bench.post(posts, key: "all are in use")
    #expect(posts.count == 1)
    for number in 0..<RepeatedPosts.postsMax - 1 { try await bench.post(posts, key: "\(number)") }
    bench.wait(RepeatedPosts.memory)
    try await bench.post(posts, key: "all are over")
    #expect(posts.count == 1)
  }
}
