import HTTP
import Testing

@testable import ChatterDaemon
@testable import WebServer

extension AccessRecord {
  static func fixture(
    method: String = "GET", path: String, trace: TraceParent? = nil
  ) -> AccessRecord {
    AccessRecord(
      requestID: RequestID(connection: 7, request: 1), remoteAddress: "::1", version: "HTTP/1.1",
      method: method, path: path, status: 200, trace: trace, responseBytes: 12,
      duration: .microseconds(1500), isComplete: true)
  }
}

struct AccessRecordLogTests {
  private func value(_ name: String, _ record: AccessRecord) -> LogValue? {
    record.fields.first { $0.key == name }?.value
  }

  @Test func endsWithTheTraceThatTheClientGave() {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    let record = AccessRecord.fixture(
      path: "/", trace: TraceParent("00-\(trace)-00f067aa0ba902b7-01"))
    #expect(record.fields.count == 9)
    #expect(record.fields.last?.key == "trace")
    #expect(record.fields.last?.value == .text(trace))
  }

  @Test func saysWhetherTheResponseWasCutShort() {
    var record = AccessRecord.fixture(path: "/getaudio/")
    #expect(record.message == "request")
    record.isComplete = false
    #expect(record.message == "request cut short")
  }

  @Test(
    arguments: [("/getchatts/?token=secret", "/getchatts/"), ("/a#b?c", "/a"), ("?x", "")])
  func omitsTheQueryAndTheFragment(path: String, logged: String) {
    #expect(value("path", .fixture(path: path)) == .text(logged, bytesMax: 256))
  }

  @Test func truncatesTheMethodAndThePath() {
    var line = LogLine(format: .text)
    let long = AccessRecord.fixture(
      method: String(repeating: "M", count: 99), path: "/" + String(repeating: "a", count: 999))
    for (name, value) in long.fields.prefix(2) { line.append(name, value) }
    let (method, path) = (String(repeating: "M", count: 32), String(repeating: "a", count: 255))
    #expect(
      String(decoding: line.bytes, as: UTF8.self) == " method=\"\(method)…\" path=\"/\(path)…\"")
    let whole = "/" + String(repeating: "a", count: AccessRecord.pathBytesMax - 1)
    #expect(value("path", .fixture(path: whole)) == .text(whole, bytesMax: 256))
  }

  @Test func omitsTheRequestsOfMonitors() {
    #expect(!AccessRecord.fixture(path: "/livez").isLogged)
    #expect(!AccessRecord.fixture(path: "/readyz?verbose").isLogged)
    #expect(AccessRecord.fixture(path: "/livez/x").isLogged)
    #expect(AccessRecord.fixture(path: "/").isLogged)
  }
}
