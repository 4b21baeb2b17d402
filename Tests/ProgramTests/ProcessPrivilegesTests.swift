import Foundation
import Testing

@testable import Program

@Suite("Privileges that a process gives up (needs nothing)")
struct ProcessPrivilegesTests {
  /// A field of the threads of this process (proc(5)), without the main one: when an exit test runs,
  /// Dispatch has ended that, and glibc passes over what ends.
  static func ofAllThreads(_ field: String) throws -> Set<String> {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return Set(
      threads.filter { $0 != "\(getpid())" }.compactMap { thread in
        let text = try? String(contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(field + ":") }
        return line.map { String($0.dropFirst(field.count + 1)) }
      })
  }

  @Test("root becomes an ordinary user on all threads, without capabilities and without a way back")
  func become() async {
    // Where the tests do not run as root there is nothing to give up.
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

  @Test("capabilities, new privileges and core dumps are given up, also those of a later thread")
  func giveUp() async {
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

  @Test("a user that cannot be had is an error that names the call")
  func refused() async {
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
