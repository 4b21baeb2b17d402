import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL), .serialized) struct LargeValueTests {
  @Test func transfersThirtyMegabytesWithoutBlockingTheLoop() async throws {
    let loop = try EventLoop(name: "large")
    defer { loop.stop() }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 30_000_000) { buffer, count in
      for index in 0..<30_000_000 { unsafe buffer[index] = UInt8(truncatingIfNeeded: index >> 8) }
      count = 30_000_000
    }
    let longest = try await Fixture.withConnection(on: loop) { connection async throws in
      try await connection.execute(
        script: "create temp table t (audio bytea); alter table t alter audio set storage external",
        until: Fixture.soon)
      let ticker = Task(executorPreference: loop) {
        var longest = (all: Duration.zero, busy: Duration.zero)
        while !Task.isCancelled {
          let (start, work) = (Deadline.now, Self.threadTime)
          await Task.yield()
          longest.all = max(longest.all, Deadline.now.duration(since: start))
          longest.busy = max(longest.busy, Self.threadTime - work)
        }
        return longest
      }
      try await connection.query("insert into t values (\(bytes))", until: Fixture.soon)
      let rows = try await connection.query("select audio from t", until: Fixture.soon)
      ticker.cancel()
      // Read before the comparison of the bytes, which is work of the test itself.
      let longest = await ticker.value
      #expect(try rows[0].decode([UInt8].self, at: 0) == bytes)
      return longest
    }
    // The rest is libpq copying the whole value out of its buffer.
    #expect(longest.busy < .milliseconds(300))
    // Includes waits inside a call; generous, because other programs may use the processor.
    #expect(longest.all < .seconds(10))
  }

  /// The processor time that this thread has used.
  private static var threadTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
