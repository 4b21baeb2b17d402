import Foundation
import TestSupport
import Testing

@testable import System

struct ChildProcessTests {
  private func run(_ line: String, input: Int32? = nil) throws -> (Int32, String) {
    let directory = try TemporaryDirectory()
    let file = unsafe open(directory.path(of: "out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let child = try ChildProcess.start(
      ["sh", "-c", line], input: input, output: file, environment: ["PATH=/usr/bin:/bin"])
    let status = child.waitForExit()
    return (status, String(decoding: try directory.bytes(of: "out"), as: UTF8.self))
  }

  @Test(arguments: [0, 1, 77])
  func reportsExitStatusAndSignalsAsAShellDoes(_ status: Int32) throws {
    #expect(try run("exit \(status)").0 == status)
    #expect(try run("kill -9 $$").0 == 137)
  }

  @Test func inheritsNoDescriptorsAndNoSignalHandling() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let (_, text) = try run("ls /proc/$$/fd; exec grep -E 'Sig(Blk|Ign)' /proc/self/status")
    #expect(text.hasPrefix("0\n1\n2\n"))
    let masks = text.split(separator: "\n").suffix(2)
    // 32 and 33 are glibc's own, which posix_spawn leaves ignored.
    #expect(masks == ["SigBlk:\t0000000000000000", "SigIgn:\t0000000180000000"])
    #expect(!text.contains("\n\(ends[0])\n"))
  }

  @Test func holdsAnInheritedLockUntilItsEnd() async throws {
    let directory = try TemporaryDirectory()
    func hold() -> Int32 {
      unsafe open(directory.path(of: "lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    let (ours, another) = (hold(), hold())
    defer { close(another) }
    #expect(flock(ours, LOCK_EX | LOCK_NB) == 0)
    let child = try ChildProcess.start(
      ["sleep", "60"], output: 2, inheriting: ours, environment: [])
    close(ours)
    #expect(flock(another, LOCK_EX | LOCK_NB) != 0)
    kill(child.process, SIGKILL)
    _ = child.waitForExit()
    // A process that another test starts has a copy of all our descriptors until its exec.
    try await eventually { flock(another, LOCK_EX | LOCK_NB) == 0 }
  }

  @Test func readsItsInputFromTheGivenDescriptor() throws {
    var ends: [Int32] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    #expect(unsafe write(ends[1], "hello", 5) == 5)
    close(ends[1])
    #expect(try run("cat", input: ends[0]).1 == "hello")
  }

  @Test func detectsTheEndWithoutWaiting() async throws {
    let child = try ChildProcess.start(["sleep", "60"], output: 2, environment: [])
    #expect(!child.hasExited())
    kill(child.process, SIGKILL)
    while !child.hasExited() { await Task.yield() }
    #expect(child.hasExited())
  }

  @Test func passesStringsToCWithTheirTerminators() {
    let strings = ["a", "", "üx"]
    let back = unsafe withCStrings(strings) { pointers in
      #expect(unsafe pointers[3] == nil)
      return (0..<3).map { unsafe String(cString: pointers[$0]!) }
    }
    #expect(back == strings)
    let isEmpty = unsafe withCStrings([]) { unsafe $0[0] == nil }
    #expect(isEmpty)
  }
}
