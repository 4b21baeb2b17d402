import Testing

@testable import Arguments

struct ParsedLineTests {
  @Test(
    arguments: [
      "run --loops 3 --listen 1 --listen 2", "--loops 3 run --listen=1 --listen 2",
      "--loops=3 --listen 1 --listen=2 run",
    ])
  func acceptsOptionsBeforeAndAfterTheVerb(line: String) throws {
    let line = try parsed(line)
    #expect(line.verb == .run)
    #expect(line.operand == nil)
    #expect(line.flags == ["loops": ["3"], "listen": ["1", "2"]])
  }

  @Test func knowsWhichOptionsAreGiven() throws {
    let line = try parsed("run --loops 3")
    let given = CommandTable.sample().options.filter { line.isGiven($0) }
    #expect(given.map(\.name) == ["loops"])
  }

  @Test func takesAnOptionsValueForNoVerb() throws {
    #expect(try parsed("--listen run run").flags == ["listen": ["run"]])
    #expect(try parsed("--wait 1s play latest").operand == "latest")
  }

  @Test func isWrittenWithOtherOperands() throws {
    let words = try parsed("--wait 1s play latest").words(of: .sample(), operands: ["-"])
    #expect(words == ["play", "--wait=1s", "--", "-"])
    #expect(try ParsedLine(words, of: .sample()).operand == "-")
  }

  @Test func splitsAtTheFirstEqualsSignOnly() throws {
    #expect(try parsed("run --shared=host=a").flags == ["shared": ["host=a"]])
    #expect(try parsed("run --shared=").flags == ["shared": [""]])
    #expect(try parsed("run --shared=--x").flags == ["shared": ["--x"]])
  }

  @Test func endsOptionsAtTwoDashesAndTakesOneDashAsAnOperand() throws {
    #expect(try parsed("play -- --sound").operand == "--sound")
    #expect(try parsed("play -").operand == "-")
    #expect(try ParsedLine(["play", "--", "- buy milk"], of: .sample()).operand == "- buy milk")
  }

  @Test func takesSeveralOperandsInTheirOrder() throws {
    for words in [["copy", "latest", "x"], ["copy", "--wait", "2", "latest", "--", "x"]] {
      #expect(try ParsedLine(words, of: .copying).operands == ["latest", "x"])
    }
    for (words, text) in [
      (["copy"], "copy needs ID|latest"), (["copy", "latest"], "copy needs FILE"),
      (["copy", "a", "b", "c"], "unexpected argument c after copy"),
    ] {
      #expect(throws: CommandError(text)) { try ParsedLine(words, of: .copying) }
    }
  }

  @Test func usesTheVerbWithoutANameIfThereIsOne() throws {
    #expect(try parsed("", verbless: true).verb == .front)
    #expect(try parsed("--quiet", verbless: true).flags == ["quiet": ["on"]])
    #expect(try parsed("run", verbless: true).verb == .run)
  }

  @Test(
    arguments: [
      ("--help", nil), ("-h", nil), ("help", nil), ("run --help", "run"), ("--help run", "run"),
      ("run --loops 3 -h", "run"), ("help run", "run"), ("help help", "help"), ("play -h", "play"),
      ("help manual", "manual"), ("help limits --loops 3", "limits"),
    ] as [(String, String?)])
  func parsesRequestsForHelp(line: String, topic: String?) throws {
    let line = try parsed(line)
    #expect(line.verb == .help)
    #expect(line.operand == topic)
  }

  @Test func acceptsVersionInTheFirstPlaceOnly() throws {
    #expect(try parsed("--version").verb == .version)
    #expect(try parsed("version").verb == .version)
    #expect(failure("run --version")?.hasPrefix("unknown option --version") == true)
    #expect(failure("--version --loops 2") == "--loops is an option of run, not of version")
  }

  @Test(
    arguments: [
      ("", "no verb given: use run, play, save, completion, help or version (see sample help)"),
      (
        "--loops 3",
        "no verb given: use run, play, save, completion, help or version (see sample help)"
      ),
      ("rnu", "unknown verb rnu: did you mean run?"),
      ("dance", "unknown verb dance: run, play, save, completion, help or version"),
      ("help svae", "unknown verb svae: did you mean save?"),
      ("help run play", "unexpected argument play after help"),
      ("help run --loops 3", "--loops is an option of run, not of help"),
      ("--lops=3", "unknown option --lops: did you mean --loops?"),
      ("run --lops 3", "unknown option --lops: did you mean --loops?"),
      ("run -loops 3", "unknown option -loops: did you mean --loops?"),
      (
        "run --zzzzzz",
        "unknown option --zzzzzz: see sample help; put -- before arguments that begin with a dash"
      ),
      ("run 8443", "unexpected argument 8443 after run"),
      ("version now", "unexpected argument now after version"),
      ("play", "play needs ID|FILE|latest"),
      ("play a b", "unexpected argument b after play"),
      ("completion bsh", "completion: expected bash|zsh|fish, not \"bsh\": did you mean bash?"),
      ("save --loops 1", "--loops is an option of run, not of save"),
      ("save --wait 1s", "--wait is an option of run and play, not of save"),
      ("run --loops", "--loops needs a value: a number from 1 to 9"),
      ("run --loops --listen 1", "--loops needs a value: a number from 1 to 9"),
      ("save --force=on", "--force takes no value"),
    ])
  func namesTheMistakeAndTheNearestCorrection(line: String, description: String) {
    #expect(failure(line) == description)
  }

  @Test(
    arguments: [
      ("--force", "--force is an option of save, not of the front end"),
      ("--quiet save", "--quiet is an option of the front end and run, not of save"),
      ("--quiet sav", "unknown verb sav: did you mean save?"),
      ("-- run", "unexpected argument run after the front end"),
    ])
  func namesMistakesWithoutAVerb(line: String, description: String) {
    #expect(failure(line, verbless: true) == description)
  }
}
