import Chatter
import Foundation
import Testing

@testable import ChatterDaemon

struct LogLineTests {
  private func line(
    _ format: LogFormat, _ message: String, _ fields: KeyValuePairs<String, LogValue> = [:]
  ) -> String {
    var line = LogLine(format: format)
    line.begin(Timestamp(clamping: 5000), .info, message)
    for (name, value) in fields { line.append(name, value) }
    line.end()
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private func object(_ line: String) throws -> [String: Any] {
    #expect(line.hasSuffix("}\n"))
    #expect(line.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(parsed as? [String: Any])
  }

  private let fields: KeyValuePairs<String, LogValue> = [
    "name": "a b", "count": .integer(3), "took_ms": .duration(.microseconds(1_234_567)),
    "bare": "x", "none": "",
  ]

  @Test func writesTimeLevelMessageAndFieldsAsText() {
    #expect(
      line(.text, "listening", fields)
        == "1970-01-01T00:00:00.005Z info    listening name=\"a b\" count=3 "
        + "took_ms=1234.567 bare=x none=\"\"\n")
  }

  @Test func writesTheSameAsOneJSONObject() throws {
    let object = try object(line(.json, "listening", fields))
    #expect(object["time"] as? String == "1970-01-01T00:00:00.005Z")
    #expect(object["level"] as? String == "info")
    #expect(object["message"] as? String == "listening")
    #expect(object["name"] as? String == "a b")
    #expect(object["count"] as? Int == 3)
    #expect(object["took_ms"] as? Double == 1234.567)
  }

  /// Not arguments of the test, because the runner would print them unescaped.
  private static let forgeries = [
    "\n1970-01-01T00:00:00.000Z error   forged", "x\" level=error y=\"", "\",\"level\":\"error",
    "\r\u{1B}[2K", "\u{2028}{}", "a\0b", "\\", "\\\"", String(repeating: "\"", count: 5000),
  ]

  @Test func keepsUserTextFromForgingALineOrAField() throws {
    for text in Self.forgeries {
      let plain = line(.text, "m", ["user": .text(text), "last": .integer(1)])
      #expect(plain.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(plain.utf8.dropLast().allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      #expect(plain.hasPrefix("1970-01-01T00:00:00.005Z info    m user=\""))
      #expect(plain.hasSuffix("\" last=1\n"))

      let parsed = try object(line(.json, text, ["user": .text(text)]))
      #expect(Set(parsed.keys) == ["time", "level", "message", "user"])
      #expect(parsed["level"] as? String == "info")
      if text.utf8.count < 500 { #expect(parsed["user"] as? String == text) }
    }
  }

  @Test(arguments: [LogFormat.text, .json])
  func staysWithinThePipeBufferAndReportsTruncation(format: LogFormat) throws {
    let value = LogValue.text(String(repeating: "\u{1}é", count: 100_000))
    let line = line(
      format, String(repeating: "m", count: 9000),
      ["a": value, "b": value, "c": value, "d": value, "e": .integer(1)])
    #expect(line.utf8.count <= LogLine.bytesMax)
    #expect(LogLine.bytesMax == 4096)
    #expect(
      line.hasSuffix(format == .json ? ",\"e\":1,\"truncated\":true}\n" : " e=1 truncated=true\n"))
    if format == .json { #expect(try object(line)["truncated"] as? Bool == true) }
  }

  @Test func writesDurationsWithoutOverflow() {
    for (duration, text) in [
      (Duration.zero, "0.000"), (.milliseconds(-5), "0.000"), (.nanoseconds(999), "0.000"),
      (.microseconds(1), "0.001"), (.seconds(3600), "3600000.000"),
      (.seconds(Int64.max), "9223372036854775.807"),
    ] {
      #expect(line(.text, "m", ["d": .duration(duration)]).hasSuffix(" d=\(text)\n"))
    }
  }

  @Test func clearsTheBufferBetweenLines() {
    var line = LogLine(format: .text)
    for message in ["a long message at first", "b"] {
      line.begin(Timestamp(clamping: 0), .error, message)
      line.end()
    }
    #expect(String(decoding: line.bytes, as: UTF8.self) == "1970-01-01T00:00:00.000Z error   b\n")
  }
}
