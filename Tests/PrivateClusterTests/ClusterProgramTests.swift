import Foundation
import System
import TestSupport
import Testing

@testable import PrivateCluster

struct ClusterProgramTests {
  @Test func passesOnlyPathAndStartsInTheRootDirectory() throws {
    unsafe setenv("CHATTERD_TEST_SECRET", "secret", 1)
    defer { unsafe unsetenv("CHATTERD_TEST_SECRET") }
    let (reading, writing) = try ClusterProgram.makePipe()
    let output = FileHandle(fileDescriptor: reading, closeOnDealloc: true)
    let line = "echo \"$CHATTERD_TEST_SECRET:$LC_ALL:$PWD:$PATH\"; pwd"
    let child = try ClusterProgram.start(["sh", "-c", line], output: writing)
    close(writing)
    #expect(child.waitForExit() == 0)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    #expect(try output.readToEnd() == Data(":C:/:\(path)\n/\n".utf8))
  }
}
