import Testing

@testable import ChatterDaemon

struct FaultTests {
  private let kind = FaultKind("a", .warning, "{path} is {what}.", cure: "chmod 600 {path}")

  @Test func hasValuesInItsTextsAndQuotesThoseOfCommands() {
    let fault = Fault(kind, ["path": "/a b", "what": "{path}"])
    #expect(fault.problem == "/a b is {path}.")
    #expect(fault.cure == "chmod 600 '/a b'")
  }

  @Test func escapesWhatATerminalWouldInterpret() {
    let fault = Fault(kind, ["path": "a\u{1B}[2J\n", "what": "b"])
    #expect(fault.problem == "a\\u{1b}[2J\\n is b.")
  }

  @Test func retainsUnknownNames() {
    #expect(Fault(kind).problem == "{path} is {what}.")
    #expect(Fault(FaultKind("a", .error, "{", cure: "}{")).cure == "}{")
  }

  @Test func isSortedByItsSeverity() {
    let kinds = [FaultSeverity.notice, .error, .warning, .error].enumerated().map {
      FaultKind("\($0.offset)", $0.element, "", cure: "")
    }
    let faults = kinds.map { Fault($0) }
    #expect(faults.worstFirst.map(\.kind.name) == ["1", "3", "2", "0"])
    #expect(faults.worst == .error && [Fault]().worst == nil)
  }
}
