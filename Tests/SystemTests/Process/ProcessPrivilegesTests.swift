import Foundation
import Testing

@testable import System

struct ProcessPrivilegesTests {
  /// Returns a field of all threads of this process (proc(5)) except the main thread: Dispatch has
  /// ended it when an exit test runs, and glibc skips threads that are ending.
  static func ofAllThreads(_ field: String) throws -> Set<String> {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return Set(
      threads.filter { $0 != "\(getpid())" }.compactMap { thread in
        let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line.map { String($0.dropFirst(field.count + 1)) }
      })
  }

  @Test func becomesAnUnprivilegedUserOnAllThreads() async {
    // Without root there is no privilege to drop.
    guard ProcessPrivileges.isRoot else { return }
    await #expect(processExitsWith: .success) {
      let waiting = Thread { while true { pause() } }
      waiting.start()
      try ProcessPrivileges.become("nobody", user: 65_534, group: 65_534, home: "/nonexistent")
      let ids = try ProcessPrivilegesTests.ofAllThreads("Uid")
      #expect(ids == ["\t65534\t65534\t65534\t65534"])
      #expect(try ProcessPrivilegesTests.ofAllThreads("Gid") == ["\t65534\t65534\t65534\t65534"])
      for set in ["CapEff", "CapPrm", "CapAmb"] {
        #expect(try ProcessPrivilegesTests.ofAllThreads(set) == ["\t0000000000000000"])
      }
      #expect(seteuid(0) != 0 && setgid(0) != 0)
      #expect(ProcessInfo.processInfo.environment["HOME"] == "/nonexistent")
      #expect(!ProcessPrivileges.isRoot)
    }
  }

  @Test func dropsCapabilitiesPrivilegesAndCoreDumps() async {
    await #expect(processExitsWith: .success) {
      try ProcessPrivileges.forbidGainsAndDumps()
      try ProcessPrivileges.dropCapabilities()
      let text = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
      for line in ["CapEff:\t0000000000000000", "CapInh:\t0000000000000000", "NoNewPrivs:\t1"] {
        #expect(text.contains(line))
      }
      var limit = rlimit(rlim_cur: 1, rlim_max: 1)
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
      #expect(limit.rlim_cur == 0 && limit.rlim_max == 0)
    }
  }

  @Test func namesTheCallThatFailed() async {
    await #expect(processExitsWith: .success) {
      if ProcessPrivileges.isRoot {
        try ProcessPrivileges.become("nobody", user: 65_534, group: 65_534, home: "/")
      }
      do throws(ProcessPrivileges.Failure) {
        try ProcessPrivileges.become("nobody", user: 65_533, group: 65_533, home: "/")
        exit(1)
      } catch {
        #expect(error.code == EPERM && "\(error)".contains(error.call))
      }
    }
  }
}
