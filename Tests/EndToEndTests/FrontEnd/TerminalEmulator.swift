import Foundation
import TestSupport

/// A program on a terminal emulator's screen (tmux), 80 by 24.
final class TerminalEmulator: Sendable {
  private let directory: TemporaryDirectory
  private let socket: String

  /// Starts a line of shell in it.
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

  /// Runs a line of shell in one, for as long as the body needs it.
  static func with(
    _ line: String, environment: [String: String],
    _ body: (TerminalEmulator) async throws -> Void
  ) async throws {
    try await TerminalEmulator(line, environment: environment).use(body)
  }

  /// Runs a body, and ends the emulator whatever comes of it.
  func use(_ body: (TerminalEmulator) async throws -> Void) async throws {
    do {
      try await body(self)
    } catch {
      await close()
      throw error
    }
    await close()
  }

  /// Ends the emulator, and what runs in it.
  func close() async {
    _ = try? await ProgramRun("tmux", ["-S", socket, "kill-server"])
  }

  /// Presses keys by tmux's names, or types what is none.
  func press(_ keys: String...) async throws {
    _ = try await ProgramRun("tmux", ["-S", socket, "send-keys"] + keys).checked()
  }

  func type(_ text: String) async throws {
    _ = try await ProgramRun("tmux", ["-S", socket, "send-keys", "-l", text]).checked()
  }

  /// Gives it each of these sizes, at once.
  func resize(to sizes: (width: Int, height: Int)...) async throws {
    let words = sizes.map { ["resize-window", "-x", "\($0.width)", "-y", "\($0.height)"] }
    _ = try await ProgramRun("tmux", ["-S", socket] + words.joined(separator: [";"])).checked()
  }

  /// What is to be seen, with the sequences for colours and the like if asked for.
  func screen(withRenditions: Bool = false) async throws -> String {
    let options = withRenditions ? ["-p", "-e"] : ["-p"]
    return try await ProgramRun("tmux", ["-S", socket, "capture-pane"] + options).checked().text
  }

  /// Waits until the screen holds a text, and returns it; throws with the screen after ten seconds.
  @discardableResult
  func screen(showing text: String, withRenditions: Bool = false) async throws -> String {
    try await screen(showingOneOf: [text], withRenditions: withRenditions)
  }

  /// The same with one of several texts: a time that is shown for a second may be missed.
  @discardableResult
  func screen(showingOneOf texts: [String], withRenditions: Bool = false) async throws -> String {
    let end = ContinuousClock.now + .seconds(10)
    while true {
      let screen = try await screen(withRenditions: withRenditions)
      if texts.contains(where: { screen.contains($0) }) { return screen }
      guard ContinuousClock.now < end else {
        throw NeedError(description: "no \(texts) on the screen:\n\(screen)")
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// The same with what differs from run to run made equal: times, and how full bars are.
  static func normalised(_ screen: String) -> String {
    screen.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, with: "2025-01-02 03:04")
      .replacing(#/ at [^ ]+:[0-9]+ +/#, with: " at SERVER ")
      .replacing(/[0-9]{2}:[0-9]{2} \/ [0-9]{2}:[0-9]{2}/, with: "MM:SS / MM:SS")
      .replacing(/(♪|░ |█ ) ?[0-9]{2}:[0-9]{2}/) { "\($0.output.1) MM:SS" }
      .replacing(/[█░]+/, with: "BAR")
  }
}
