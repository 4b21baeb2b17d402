import Foundation
import System
import TestSupport
import Testing

@testable import Postgres
@testable import PrivateCluster

struct ProgramPipelineTests {
  private static func shell(_ lines: String...) -> [[String]] {
    lines.map { ["sh", "-c", $0] }
  }

  private static func all(_ pipeline: ProgramPipeline) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try await pipeline.read() { bytes += more }
    return bytes
  }

  @Test func passesWhatIsWrittenThroughAllPrograms() async throws {
    let output = try await onLoop { loop in
      let pipeline = try ProgramPipeline(
        Self.shell("tr a b", "head -c 100000 | tr b c"), reading: .written, on: loop)
      for _ in 0..<3 {
        try await pipeline.write([UInt8](repeating: UInt8(ascii: "a"), count: 50_000))
      }
      let bytes = try await Self.all(pipeline)
      try await pipeline.finish()
      return bytes
    }
    #expect(output == [UInt8](repeating: UInt8(ascii: "c"), count: 100_000))
  }

  @Test func readsAFileFromItsBeginningEachTime() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("some text", to: "file")
    try await onLoop { loop in
      let file = FileDescriptor(owning: unsafe open(path, O_RDONLY | O_CLOEXEC))
      for _ in 0..<2 {
        let pipeline = try ProgramPipeline(
          Self.shell("cat"), reading: .file(file.number), on: loop)
        #expect(try await Self.all(pipeline) == Array("some text".utf8))
        try await pipeline.finish()
      }
    }
  }

  @Test func namesTheProgramThatFailedAndWhatItSaid() async throws {
    // The first ends by SIGPIPE, since the second does not read.
    try await onLoop { loop in
      let pipeline = try ProgramPipeline(
        Self.shell("yes", "echo one >&2; echo two >&2; exit 3", "cat"), reading: .nothing, on: loop)
      let failure = await #expect(throws: ProgramPipeline.Failure.self) {
        try await pipeline.finish()
      }
      #expect(failure == ProgramPipeline.Failure(program: "sh", status: 3, text: "one; two"))
      let missing = #expect(throws: PrivateClusterError.self) {
        try ProgramPipeline([["cat"], ["/no/program"]], reading: .written, on: loop)
      }
      #expect(missing.map { "\($0)" }?.contains("/no/program") == true)
    }
  }

  @Test func succeedsWhenAReaderHasEnough() async throws {
    try await onLoop { loop in
      let pipeline = try ProgramPipeline(
        Self.shell("yes", "head -c 10"), reading: .nothing, on: loop)
      #expect(try await Self.all(pipeline).count == 10)
      try await pipeline.finish()
    }
  }

  @Test func keepsTheEndOfALongError() async throws {
    try await onLoop { loop in
      let pipeline = try ProgramPipeline(
        Self.shell("seq 1 100000 >&2; exit 1"), reading: .nothing, on: loop)
      let failure = await #expect(throws: ProgramPipeline.Failure.self) {
        try await pipeline.finish()
      }
      #expect(failure?.text.hasSuffix("; 99999; 100000") == true)
      #expect(failure.map { $0.text.utf8.count < 8192 } == true)
    }
  }

  @Test func takesNoMoreAfterTheFirstProgramHasEnded() async throws {
    try await onLoop { loop in
      let pipeline = try ProgramPipeline(
        Self.shell("echo enough >&2; exit 1"), reading: .written, on: loop)
      for _ in 0..<100 { try await pipeline.write([UInt8](repeating: 0, count: 10_000)) }
      let failure = await #expect(throws: ProgramPipeline.Failure.self) {
        try await pipeline.finish()
      }
      #expect(failure?.text == "enough")
    }
  }

  @Test func endsItsProgramsWhenTheTaskIsCancelled() async throws {
    let directory = try TemporaryDirectory()
    let fifo = directory.path(of: "fifo")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let (started, start) = AsyncStream<Void>.makeStream()
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let task = Task {
      try await loop.run {
        // It holds the FIFO open for as long as it lives.
        let pipeline = try ProgramPipeline(
          [["sh", "-c", "exec 3<>\"$1\"; echo; exec sleep 1000", "sh", fifo]], reading: .nothing,
          on: loop)
        _ = try await pipeline.read()
        start.yield()
        _ = try await Self.all(pipeline)
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    #expect(unsafe open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC) == -1 && errno == ENXIO)
  }
}
