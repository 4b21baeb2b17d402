import Chatter
import Foundation
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct LogTests {
  private let pipe = Pipe()

  private func log(_ level: LogLevel = .info, _ format: LogFormat = .text) -> Log {
    Log(level: level, format: format, descriptor: pipe.fileHandleForWriting.fileDescriptor) {
      Timestamp(clamping: 0)
    }
  }

  /// Closes the writing end and returns all lines.
  private func lines() throws -> [String] {
    try pipe.fileHandleForWriting.close()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.isEmpty || text.hasSuffix("\n"))
    return text.split(separator: "\n").map(String.init)
  }

  @Test func writesEnabledLevelsAndDoesNotEvaluateOthers() throws {
    let log = log(.notice)
    var made = 0
    let fields = { () -> KeyValuePairs<String, LogValue> in
      made += 1
      return ["n": .integer(made)]
    }
    log.write(.debug, "d", fields())
    log.write(.info, "i", fields())
    log.write(.notice, "n", fields())
    log.write(.warning, "w", fields())
    log.write(.error, "e", fields())
    let start = "1970-01-01T00:00:00.000Z"
    #expect(
      try lines() == ["\(start) notice  n n=1", "\(start) warning w n=2", "\(start) error   e n=3"])
    #expect(log.isEnabled(.notice))
    #expect(!log.isEnabled(.info))
  }

  @Test func writesOneLineForARequestAndNoneForAMonitor() throws {
    let log = log(.info, .json)
    for target in ["/getchatts/?x=1", "/livez"] {
      log.access(.fixture(path: target))
    }
    #expect(
      try lines() == [
        #"{"time":"1970-01-01T00:00:00.000Z","level":"info","message":"request","#
          + #""method":"GET","path":"/getchatts/","status":200,"bytes":12,"duration_ms":1.500,"#
          + #""request":"7-1","remote":"::1","protocol":"HTTP/1.1"}"#
      ])
  }

  @Test func omitsRequestsAboveInfo() throws {
    let log = log(.warning)
    log.access(.fixture(path: "/"))
    #expect(try lines().isEmpty)
  }

  @Test func leavesOutRequestsOfAnAddressThatSendsVeryManyAndReportsTheirNumber() throws {
    let directory = try TemporaryDirectory()
    // A pipe would be full.
    let file = try FileHandle(forWritingTo: URL(filePath: try directory.write("", to: "log")))
    let second = Lock<Int64>(0)
    let log = Log(level: .info, format: .text, descriptor: file.fileDescriptor) {
      Timestamp(clamping: second.withLock { $0 } * 1_000_000)
    }
    for _ in 0..<RequestLines.linesMax + 5 { log.access(.fixture(path: "/x")) }
    second.withLock { $0 += 1 }
    log.access(.fixture(path: "/y"))
    let lines = String(decoding: try directory.bytes(of: "log"), as: UTF8.self).split(
      separator: "\n")
    #expect(lines.count { $0.contains(" path=/x ") } == RequestLines.linesMax)
    let start = "1970-01-01T00:00:01.000Z info   "
    #expect(lines.dropLast().last == "\(start) lines of requests left out remote=::1 count=5")
    #expect(lines.last?.contains(" path=/y ") == true)
  }

  @Test func keepsLinesOfEightThreadsWholeAndCountsDroppedOnes() throws {
    let (threads, count) = (8, 1000)
    let log = log(.info, .json)
    let reader = LineReader(pipe.fileHandleForReading, until: "\"message\":\"end\"")
    let writers = DispatchGroup()
    for thread in 0..<threads {
      writers.enter()
      Thread.detachNewThread {
        for number in 0..<count {
          let filler = LogValue.text(String(repeating: "é", count: number % 300))
          log.write(
            .info, "line", ["thread": .integer(thread), "number": .integer(number), "f": filler])
        }
        writers.leave()
      }
    }
    writers.wait()
    var ends = 0
    while !reader.hasSeenEnd {
      log.write(.info, "end")
      ends += 1
    }
    try pipe.fileHandleForWriting.close()

    var last = [Int](repeating: -1, count: threads)
    var (received, dropped) = (0, 0)
    for line in reader.lines() {
      let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(parsed as? [String: Any])
      if object["level"] as? String == "warning" {
        dropped += try #require(object["count"] as? Int)
        continue
      }
      received += 1
      guard let thread = object["thread"] as? Int else { continue }
      let number = try #require(object["number"] as? Int)
      #expect(number > last[thread])
      last[thread] = number
    }
    #expect(received + dropped == threads * count + ends)
  }

  @Test func reportsDroppedLinesOnceTheOutputIsReadAgain() throws {
    let log = log()
    let filler = LogValue.text(String(repeating: "x", count: 1000))
    for _ in 0..<1000 { log.write(.info, "filler", ["f": filler]) }
    let reading = pipe.fileHandleForReading
    var received = Data()
    while received.count < 32_768 { received += reading.availableData }
    log.write(.info, "again")
    while !String(decoding: received, as: UTF8.self).contains("dropped") {
      received += reading.availableData
      if received.count > 2_000_000 { break }
    }
    let written = String(decoding: received, as: UTF8.self).split(separator: "\n")
    let fillers = written.count { $0.contains("filler") }
    #expect(written.suffix(2).first?.hasSuffix(" info    again") == true)
    #expect(
      written.last?.hasSuffix("warning dropped log lines count=\(1000 - fillers)")
        == true)
  }
}
