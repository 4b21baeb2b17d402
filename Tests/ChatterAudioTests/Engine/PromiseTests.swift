import System
import Testing

@testable import ChatterAudio

struct PromiseTests {
  @Test func takesTheFirstResultAndRefusesOthers() async throws {
    let taken = Lock<[Bool]>([])
    let value = try await Promise<Int>.wait(within: .seconds(60)) { promise in
      taken.withLock { $0 = [promise.resolve(.success(1)), promise.resolve(.success(2))] }
    }
    #expect(value == 1)
    #expect(taken.withLock { $0 } == [true, false])
  }

  @Test func timesOutAndRefusesALateResult() async {
    let late = Lock<Promise<Int>?>(nil)
    await #expect(throws: AudioError.engine("the device timed out after 0.05 seconds")) {
      _ = try await Promise<Int>.wait(within: .milliseconds(50)) { promise in
        late.withLock { $0 = promise }
      }
    }
    #expect(late.withLock { $0 }?.resolve(.success(1)) == false)
  }

  @Test func throwsAFailureAsItsResult() async {
    await #expect(throws: AudioError.noSink) {
      _ = try await Promise<Int>.wait(within: nil) { $0.resolve(.failure(.noSink)) }
    }
  }
}
