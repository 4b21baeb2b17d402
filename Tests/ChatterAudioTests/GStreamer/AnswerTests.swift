import Testing
import EventLoop

@testable import ChatterAudio

@Suite("An answer of another thread", .timeLimit(.minutes(1)))
struct AnswerTests {
  @Test("the first counts, and the others are told that nobody waits")
  func first() async throws {
    let taken = Lock<[Bool]>([])
    let value = try await Answer<Int>.wait(within: .seconds(60)) { answer in
      taken.withLock { $0 = [answer.give(.success(1)), answer.give(.success(2))] }
    }
    #expect(value == 1)
    #expect(taken.withLock { $0 } == [true, false])
  }

  @Test("one that does not come in time is an error, and is not taken any more")
  func late() async {
    let kept = Lock<Answer<Int>?>(nil)
    await #expect(throws: AudioError.engine("the device timed out after 0.05 seconds")) {
      _ = try await Answer<Int>.wait(within: .milliseconds(50)) { answer in
        kept.withLock { $0 = answer }
      }
    }
    #expect(kept.withLock { $0 }?.give(.success(1)) == false)
  }

  @Test("an error is an answer")
  func failure() async {
    await #expect(throws: AudioError.noSink) {
      _ = try await Answer<Int>.wait(within: nil) { $0.give(.failure(.noSink)) }
    }
  }
}
