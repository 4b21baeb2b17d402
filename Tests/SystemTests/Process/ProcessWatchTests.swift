import Foundation
import TestSupport
import Testing

@testable import System

struct ProcessWatchTests {
  /// Returns whether a wait on its own thread ended before the timeout.
  private func endsEarly(
    _ wait: @escaping @Sendable (Duration) throws -> Void, after act: @Sendable () throws -> Void
  ) async throws -> Bool {
    let began = Deadline.now
    let (started, isStarted) = AsyncStream<Void>.makeStream()
    let waiting = Task.detached {
      try await withCheckedThrowingContinuation { continuation in
        do {
          try SystemThread.start("waiting") {
            isStarted.yield()
            continuation.resume(with: Result { try wait(hangTimeout) })
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    for await _ in started { break }
    try act()
    try await waiting.value
    return Deadline.now.duration(since: began) < hangTimeout
  }

  @Test func endsTheWaitWhenTheProcessEnds() async throws {
    let watch = try ProcessWatch()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sleep", "1000"]
    try process.run()
    let number = process.processIdentifier
    // The first wait of a watch may return early.
    try watch.wait(timeout: .zero)
    let ends = try await endsEarly { timeout in
      while kill(number, 0) == 0, !Self.isDead(number) {
        try watch.wait(for: number, timeout: timeout)
      }
    } after: {
      kill(number, SIGKILL)
    }
    #expect(ends)
    process.waitUntilExit()
    #expect(
      try await endsEarly {
        try watch.wait(for: number, timeout: $0)
      } after: {
      })
  }

  /// Returns whether a process is a zombie (proc(5)).
  private static func isDead(_ number: Int32) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ") Z"
    return text[(text.lastIndex(of: ")") ?? text.startIndex)...].hasPrefix(") Z")
  }

  @Test func endsTheWaitWhenTheFileIsWritten() async throws {
    let directory = try TemporaryDirectory()
    let watch = try ProcessWatch()
    for _ in 0..<2 {
      try directory.write("", to: "log")
      try watch.wait(orWriteTo: directory.path(of: "log"), timeout: .zero)
      let path = directory.path(of: "log")
      let ends = try await endsEarly {
        try watch.wait(orWriteTo: path, timeout: $0)
      } after: {
        try directory.write("line\n", to: "log")
      }
      #expect(ends)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func endsTheCurrentOrNextWaitOnWake() async throws {
    let watch = try ProcessWatch()
    try watch.wait(timeout: .zero)
    let own = getpid()
    #expect(
      try await endsEarly {
        try watch.wait(for: own, timeout: $0)
      } after: {
        watch.wake()
      })
    watch.wake()
    #expect(
      try await endsEarly {
        try watch.wait(timeout: $0)
      } after: {
      })
  }

  @Test func endsWaitsThatAreNoLongerWanted() async throws {
    let watch = try ProcessWatch()
    let own = getpid()
    let ends = try await endsEarly {
      try watch.wait(for: own, timeout: $0) { false }
    } after: {
    }
    #expect(ends)
  }

  @Test func endsTheWaitAtItsTimeout() throws {
    let watch = try ProcessWatch()
    try watch.wait(timeout: .zero)
    let began = Deadline.now
    try watch.wait(for: getpid(), timeout: .milliseconds(20))
    #expect(Deadline.now.duration(since: began) >= .milliseconds(20))
  }
}
