import Foundation
import TestSupport
import Testing

/// A program on a terminal emulator's screen (tmux), 80 by 24.
final class TerminalEmulator: Sendable {
  private let directory: TemporaryDirectory
  private let socket: String

  /// Starts a shell command in a new emulator.
  init(_ line: String, environment: [String: String]) async throws {
    directory = try TemporaryDirectory()
    socket = directory.path(of: "socket")
    let script = try directory.write(line, to: "script")
    _ = try await ProgramRun(
      "tmux",
      ["-S", socket, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24"]
        + ["exec bash -eu \(script)"],
      environment: environment.merging(["LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"]) { one, _ in one }
    ).checked()
  }

  /// Runs a body with a shell command in a new emulator.
  static func with(
    _ line: String, environment: [String: String],
    _ body: (TerminalEmulator) async throws -> Void
  ) async throws {
    try await TerminalEmulator(line, environment: environment).use(body)
  }

  /// Runs a body, and closes the emulator at its end, also if it throws.
  func use(_ body: (TerminalEmulator) async throws -> Void) async throws {
    do {
      try await body(self)
    } catch {
      await close()
      throw error
    }
    await close()
  }

  /// Closes the emulator, and ends its programs.
  func close() async {
    _ = try? await ProgramRun("tmux", ["-S", socket, "kill-server"])
  }

  /// Presses keys by their names in tmux; types anything else.
  func press(_ keys: String...) async throws {
    _ = try await ProgramRun("tmux", ["-S", socket, "send-keys"] + keys).checked()
  }

  /// Presses keys, and waits until the screen contains a text.
  @discardableResult
  func press(_ keys: String..., showing text: String) async throws -> String {
    _ = try await ProgramRun("tmux", ["-S", socket, "send-keys"] + keys).checked()
    return try await screen(showing: text)
  }

  func type(_ text: String) async throws {
    _ = try await ProgramRun("tmux", ["-S", socket, "send-keys", "-l", text]).checked()
  }

  /// Applies these sizes in immediate succession.
  func resize(to sizes: (width: Int, height: Int)...) async throws {
    let words = sizes.map { ["resize-window", "-x", "\($0.width)", "-y", "\($0.height)"] }
    _ = try await ProgramRun("tmux", ["-S", socket] + words.joined(separator: [";"])).checked()
  }

  /// Returns the text of the screen, optionally with the escape sequences of its renditions.
  func screen(withRenditions: Bool = false) async throws -> String {
    let options = withRenditions ? ["-p", "-e"] : ["-p"]
    return try await ProgramRun("tmux", ["-S", socket, "capture-pane"] + options).checked().text
  }

  /// Waits until the screen contains a text, and returns it.
  @discardableResult
  func screen(showing text: String, withRenditions: Bool = false) async throws -> String {
    try await screen(showingOneOf: [text], withRenditions: withRenditions)
  }

  /// Waits for one of several texts, since a time that is shown for a second may be missed.
  @discardableResult
  func screen(showingOneOf texts: [String], withRenditions: Bool = false) async throws -> String {
    try await screen(showing: "\(texts)", withRenditions: withRenditions) { screen in
      texts.contains { screen.contains($0) }
    }
  }

  /// Returns the texts of the times below a minute from a number of seconds on.
  static func times(from first: Int) -> [String] {
    (first..<60).map { $0 < 10 ? "00:0\($0)" : "00:\($0)" }
  }

  /// Waits until a condition holds on the screen; an error describes it.
  @discardableResult
  func screen(
    showing condition: String, withRenditions: Bool = false, where isShown: (String) -> Bool
  ) async throws -> String {
    var screen = ""
    do {
      try await eventually {
        screen = try await self.screen(withRenditions: withRenditions)
        return isShown(screen)
      }
    } catch is NeverHappened {
      throw NeedError(description: "no \(condition) on the screen:\n\(screen)")
    }
    return screen
  }

  /// Replaces what varies on a screen: times, the server, and the length of bars.
  static func normalised(_ screen: String) -> String {
    screen.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, with: "2025-01-02 03:04")
      .replacing(#/ at [^ ]+:[0-9]+ +/#, with: " at SERVER ")
      .replacing(/[0-9]{2}:[0-9]{2} \/ [0-9]{2}:[0-9]{2}/, with: "MM:SS / MM:SS")
      .replacing(/(♪|░ |█ |recording ) ?[0-9]{2}:[0-9]{2}/) { "\($0.output.1) MM:SS" }
      .replacing(/[█░▁▂▃▄▅▆▇]+/, with: "BAR")
  }
}
