import TestSupport
import Testing

@testable import ChatterTerminal

struct ProgramPathTests {
  @Test func findsOnlyExecutableFilesInAbsoluteDirectories() throws {
    let directory = try TemporaryDirectory()
    let tool = try directory.write("", to: "tool", permissions: 0o755)
    try directory.write("", to: "text", permissions: 0o644)
    let path = "relative::\(directory.path)"
    #expect(ProgramPath.find("tool", in: path, beside: nil) == tool)
    #expect(ProgramPath.find("tool", in: nil, beside: directory.path(of: "other")) == tool)
    for name in ["text", "", "none"] {
      #expect(ProgramPath.find(name, in: path, beside: nil) == nil, "\(name)")
    }
    #expect(ProgramPath.find("tool", in: "relative:", beside: "chatter") == nil)
  }

  @Test func knowsItsOwnPath() throws {
    #expect(try Files.isRegular(#require(ProgramPath.own)))
  }
}
