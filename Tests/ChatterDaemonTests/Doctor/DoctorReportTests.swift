import Foundation
import Testing

@testable import ChatterDaemon

struct DoctorReportTests {
  private static let warning = Fault(.keyReadableByOthers, ["path": "/d/k", "mode": "644"])
  private static let error = Fault(.postgresMissing)
  private static let notice = Fault(.rateUnlimited)

  @Test func listsTheWorstFirstAndEndsWithTheCount() {
    let report = DoctorReport([Self.notice, Self.warning, Self.error, Self.error], examined: ["a"])
    let blocks = report.text.components(separatedBy: "\n\n")
    #expect(blocks.count == 4, "equal faults are one")
    #expect(blocks[0].hasPrefix("error: postgres-missing\n  No PostgreSQL"))
    #expect(
      blocks[1] == """
        warning: key-readable-by-others
          Every user of this machine can read the private key /d/k (mode 644).
          Cure: chmod 600 /d/k; if others may have read it: chatterd cert --force
        """)
    #expect(blocks[3] == "Examined: a\n1 error, 1 warning, 1 notice\n")
  }

  @Test func statesThatNoFaultWasFound() {
    let report = DoctorReport([], examined: ["ports", "options"])
    #expect(report.text == "Examined: ports, options\nno faults found\n")
    let healthy = DoctorReport(
      [], examined: ["ports"], facts: [("disk", "1 GB free"), ("last backup", "b\n")])
    #expect(healthy.text == "disk         1 GB free\nlast backup  b\\n\nno faults found\n")
  }

  @Test func endsWithACodeBySeverity() {
    let code = { DoctorReport($0, examined: []).exitCode.rawValue }
    #expect(code([]) == 0 && code([Self.notice]) == 0)
    #expect(code([Self.notice, Self.warning]) == 3)
    #expect(code([Self.warning, Self.error, Self.notice]) == 4)
  }

  @Test func isOneJSONObject() throws {
    let fault = Fault(.keyMissing, ["path": "/a \"b\"\n\u{202E}"])
    let json = DoctorReport([fault], examined: ["a"]).json
    #expect(json.hasSuffix("}\n") && json.split(separator: "\n").count == 1)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(object["version"] as? String != nil && object["examined"] as? [String] == ["a"])
    let findings = try #require(object["findings"] as? [[String: String]])
    #expect(findings.count == 1 && findings[0]["name"] == "key-missing")
    #expect(findings[0]["severity"] == "error" && findings[0]["problem"] == fault.problem)
    #expect(findings[0]["cure"] == fault.cure)
  }
}
