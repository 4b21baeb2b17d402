import Glibc
import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL), .serialized) struct LargeValueTests {
  @Test("30 MB go in and out while the loop goes on turning")
  func thirtyMegabytes() async throws {
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
      // Before the comparison of the bytes, which is the test's own work.
      let longest = await ticker.value
      #expect(try rows[0].withBytes(at: 0) { $0.byteCount } == bytes.count)
      #expect(try rows[0].decode([UInt8].self, at: 0) == bytes)
      return longest
    }
    // What remains is libpq's copying of the whole value out of its buffer.
    #expect(longest.busy < .milliseconds(300))
    // Waiting inside a call would be worse than working; other programs may want the processor.
    #expect(longest.all < .seconds(10))
  }

  /// How long this thread has worked, whatever else the machine does.
  private static var threadTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
