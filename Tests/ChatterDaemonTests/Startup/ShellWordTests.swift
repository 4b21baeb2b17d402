import Foundation
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
  func roundTripsThroughAShell(word: String) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "printf %s " + ShellWord.quoted(word)]
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(String(decoding: output, as: UTF8.self) == word)
  }
}
