import Glibc
import TestSupport
import Testing

@testable import ChatterTerminal

/// Runs the real program on its own terminal (script(1)), and kills it.
struct TerminalTests {
  private static let script = """
    cd "$2"
    stty -a > before
    (
      # The program sets the mode first, then draws; only a drawing has something to restore.
      until grep -qF '[?1049h' typescript; do sleep 0.05; done
      kill -"$3" "$(cat pid)"
    ) &
    sh -c 'echo $$ > pid; exec "$0" --server http://127.0.0.1:1 --username ann' "$1" || true
    wait
    stty -a > after
    """

  @Test(
    .needs(.time),
    arguments: [
      "TERM", "HUP", "INT", "QUIT", "SEGV", "BUS", "ILL", "ABRT", "TRAP", "FPE", "USR1",
    ])
  func restoresTerminalAfterSignals(signal: String) async throws {
    let directory = try TemporaryDirectory()
    let script = try directory.write(Self.script, to: "script")
    let line = "bash -eu \(script) \(Repository.program("chatter")) \(directory.path) \(signal)"
    // script(1) passes the end of its input on; this input, a pipe to itself, never ends.
    let run = try await ProgramRun(
      shell: "mkfifo \"$1/pipe\"; exec 3<>\"$1/pipe\"; script -qefc \"$2\" \"$1/typescript\" <&3",
      [directory.path, line],
      environment: ["TERM": "xterm", "SWIFT_BACKTRACE": "enable=no", "HOME": directory.path])
    #expect(run.ending == .exited(0), "\(run.text) \(run.errors)")
    let before = String(decoding: try directory.bytes(of: "before"), as: UTF8.self)
    let after = String(decoding: try directory.bytes(of: "after"), as: UTF8.self)
    #expect(before.contains(" icanon") && before == after)
    let shown = String(decoding: try directory.bytes(of: "typescript"), as: UTF8.self)
    #expect(shown.contains("\u{1B}[?1049h"), "the program took the terminal")
    let leaveSequence = String(decoding: TerminalState.leaveSequence, as: UTF8.self)
    let rest = try #require(shown.ranges(of: leaveSequence).last.map { shown[$0.upperBound...] })
    #expect(!rest.contains("\u{1B}"), "nothing is drawn afterwards")
  }

  /// Returns the signal numbers in a mask of proc(5).
  private static func signals(_ name: String, in status: String) throws -> Set<Int32> {
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("\(name):") })
    let mask = try #require(UInt64(line.dropFirst(name.count + 1).filter(\.isHexDigit), radix: 16))
    return Set((1..<64).filter { mask >> ($0 - 1) & 1 == 1 })
  }

  @Test func leavesStopAndIgnoredSignalsAloneInPlainMode() async throws {
    let directory = try TemporaryDirectory()
    let line = """
      trap '' HUP; mkfifo "$2/pipe"; exec 3<> "$2/pipe"
      "$1" --plain --server http://127.0.0.1:1 --username ann <&3 > "$2/said" &
      until grep -q 'Type help' "$2/said"; do sleep 0.05; done
      cat "/proc/$!/status"; kill -TERM "$!"; wait "$!"
      """
    let run = try await ProgramRun(
      "timeout", ["60", "bash", "-c", line, "bash", Repository.program("chatter"), directory.path],
      environment: ["SWIFT_BACKTRACE": "enable=no", "HOME": directory.path])
    #expect(run.status == 128 + SIGTERM, "\(run.errors)")
    let caught = try Self.signals("SigCgt", in: run.text)
    let ignored = try Self.signals("SigIgn", in: run.text)
    #expect(caught.isSuperset(of: [SIGTERM]))
    #expect(caught.isDisjoint(with: [SIGTSTP, SIGCONT, SIGWINCH, SIGHUP]))
    #expect(ignored.contains(SIGHUP))
  }
}
