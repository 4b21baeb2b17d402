import Program
import Testing

@testable import ChatterDaemon

@Suite("Errors before the start")
struct CommandErrorTests {
  private let file = OptionOrigin.file(path: "/etc/c.conf", line: 3, key: "loops")
  private let variable = OptionOrigin.environment(variable: "CHATTERD_LOOPS")

  @Test func namesTheExpectedValueAndItsOrigin() {
    let expected = "a number from 1 to 1024"
    for (origin, words, code) in [
      (OptionOrigin.flag("--loops"), "--loops", ExitCode.usage),
      (variable, "CHATTERD_LOOPS", .configuration),
      (file, "/etc/c.conf:3: loops", .configuration),
    ] {
      let error = CommandError.wrongValue(origin, value: "x", expected: expected, nearest: nil)
      #expect(error.description == "\(words): expected \(expected), not \"x\"")
      #expect(error.exitCode == code)
    }
  }

  @Test func doesNotRepeatAValueThatMayContainAPassword() {
    let error = failure("serve --database secret")
    #expect(
      error?.description
        == "--database: expected postgresql://..., libpq key=value pairs, or private")
    let misspelt = failure("serve --databse=postgresql://me:secret@db/x")
    #expect(misspelt?.description == "unknown option --databse: did you mean --database?")
  }

  /// The exit code depends on the origin of higher rank.
  @Test func namesBothOptionsWhenALimitIsExceeded() {
    let error = CommandError.overLimit(
      .flag("--a"), value: "20", limit: variable, limitValue: "10")
    #expect(error.description == "--a: 20 exceeds 10, the value of CHATTERD_LOOPS")
    #expect(error.exitCode == .usage)
    let quiet = CommandError.overLimit(
      file, value: "20", limit: .byDefault(flag: "--b"), limitValue: "10")
    #expect(
      quiet.description == "/etc/c.conf:3: loops: 20 exceeds 10, the value of --b (default)")
    #expect(quiet.exitCode == .configuration)
  }

  @Test(
    arguments: [
      (CommandError.homeUnknown, "no home directory for the data directory: set --data-dir"),
      (.unreadableFile(path: "a", reason: .notFound), "a: no such file or directory"),
      (.malformedLine(path: "a", line: 2, reason: .noEquals), "a:2: expected key = value"),
      (
        .unknownKey(path: "a", line: 2, key: "lisen", nearest: "listen"),
        "a:2: unknown key lisen: did you mean listen?"
      ),
      (.unknownKey(path: "a", line: 2, key: "zz", nearest: nil), "a:2: unknown key zz"),
      (
        .repeatedKey(path: "a", line: 9, key: "loops", first: 2),
        "a:9: loops is already set on line 2"
      ),
    ])
  func treatsErrorsInFilesAsConfigurationErrors(error: CommandError, description: String) {
    #expect(error.description == description)
    #expect(error.exitCode == .configuration)
  }

  @Test func quotesInputOnOneLineTruncatedAndEscaped() {
    let typed = "--a\nb\u{1B}[31m" + String(repeating: "x", count: 5000)
    let error = failure("serve \(typed)")
    let description = error?.description ?? ""
    #expect(description.hasPrefix(#"unknown option --a\nb\u{1b}[31mxxx"#))
    #expect(description.utf8.count < 400)
    #expect(description.utf8.allSatisfy { $0 >= 0x20 })
  }
}
