import Testing

@testable import ChatterDaemon

@Suite("The log entry of a request")
struct AccessLogEntryTests {
  private func entry(method: String = "GET", target: String) -> AccessLogEntry {
    AccessLogEntry(
      method: method, target: target, status: 200, responseBytes: 2, duration: .milliseconds(3),
      requestID: "r1", remoteAddress: "192.0.2.1", protocolName: "HTTP/1.1")
  }

  @Test func hasEightFieldsInAFixedOrder() {
    let fields = entry(target: "/getchatts/").fields
    #expect(
      fields.map(\.key)
        == ["method", "path", "status", "bytes", "duration_ms", "request", "remote", "protocol"])
    #expect(fields[1].value == "/getchatts/")
    #expect(fields[2].value == 200)
    #expect(fields[4].value == .duration(.milliseconds(3)))
  }

  @Test func saysWhetherTheResponseWasCutShort() {
    #expect(entry(target: "/getaudio/").message == "request")
    let cut = AccessLogEntry(
      method: "GET", target: "/getaudio/", status: 200, responseBytes: 2, duration: .zero,
      requestID: "r1", remoteAddress: "192.0.2.1", protocolName: "HTTP/1.1", isComplete: false)
    #expect(cut.message == "request cut short")
  }

  @Test func omitsTheQueryAndTheFragment() {
    #expect(entry(target: "/getchatts/?token=secret").path == "/getchatts/")
    #expect(entry(target: "/a#b?c").path == "/a")
    #expect(entry(target: "?x").path == "")
  }

  @Test func truncatesBetweenUnicodeScalars() {
    let long = entry(
      method: String(repeating: "M", count: 99), target: "/" + String(repeating: "é", count: 999))
    #expect(long.method.utf8.count == AccessLogEntry.methodBytesMax + 3)
    #expect(long.path.hasSuffix("é…"))
    #expect(long.path.utf8.count <= AccessLogEntry.pathBytesMax + 3)
    let whole = "/" + String(repeating: "a", count: AccessLogEntry.pathBytesMax - 1)
    #expect(entry(target: whole).path == whole)
  }

  @Test func omitsTheRequestsOfMonitors() {
    #expect(!entry(target: "/livez").isLogged)
    #expect(!entry(target: "/readyz?verbose").isLogged)
    #expect(entry(target: "/livez/x").isLogged)
    #expect(entry(target: "/").isLogged)
  }
}
