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
}
