import TestSupport
import Testing

@testable import ChatterDaemon

struct ShellWordTests {
  @Test func leavesPlainTextUnchanged() {
    for word in ["a", "/var/lib/chatterd/chatterd.crt", "https://localhost:8443/getchatts/"] {
      #expect(ShellWord.quoted(word) == word)
    }
  }

  @Test func putsOtherTextInSingleQuotes() {
    #expect(ShellWord.quoted("") == "''")
    #expect(ShellWord.quoted("a b") == "'a b'")
    #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    #expect(ShellWord.quoted("https://[::1]/") == "'https://[::1]/'")
  }

  @Test(arguments: ["$(id)", "`id`", "a'b\"c", "*", "~", "!x", "a\\n", "-n"])
  func roundTripsThroughAShell(word: String) async throws {
    let run = try await ProgramRun("sh", ["-c", "printf %s " + ShellWord.quoted(word)])
    #expect(run.output == Array(word.utf8))
  }
}
