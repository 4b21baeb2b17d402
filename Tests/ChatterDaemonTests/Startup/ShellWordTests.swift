import Foundation
import Testing

@testable import ChatterDaemon

@Suite("Words for a shell")
struct ShellWordTests {
  @Test("plain words stay as they are")
  func plain() {
    for word in ["a", "/var/lib/chatterd/chatterd.crt", "https://localhost:8443/getchatts/"] {
      #expect(ShellWord.quoted(word) == word)
    }
  }

  @Test("others go into single quotes")
  func quoted() {
    #expect(ShellWord.quoted("") == "''")
    #expect(ShellWord.quoted("a b") == "'a b'")
    #expect(ShellWord.quoted("it's") == #"'it'\''s'"#)
    #expect(ShellWord.quoted("https://[::1]/") == "'https://[::1]/'")
  }

  @Test(
    "a shell gives back what was meant",
    arguments: ["$(id)", "`id`", "a'b\"c", "*", "~", "!x", "a\\n", "-n"])
  func shell(word: String) throws {
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
