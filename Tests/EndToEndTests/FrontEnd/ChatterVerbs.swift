import Foundation
import TestSupport

/// The client program with its own home directory, and with a scripted HTTP server.
final class ChatterVerbs: Sendable {
  let home: TemporaryDirectory
  /// The directory of the program's files that last only for the session.
  let session: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    session = try TemporaryDirectory()
  }

  func environment(_ server: ScriptedServer? = nil) -> [String: String] {
    var variables = [
      "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
      "XDG_RUNTIME_DIR": session.path,
      "SWIFT_BACKTRACE": "enable=no", "CHATTER_SOURCE": "tone:440", "CHATTER_SINK": "silent",
      "CHATTER_USERNAME": "ann", "DBUS_SESSION_BUS_ADDRESS": "",
    ]
    if let server { variables["CHATTER_SERVER"] = server.url }
    return variables
  }

  /// Runs the program to its end.
  func run(
    _ words: [String], at server: ScriptedServer? = nil, input: [UInt8] = []
  ) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatter"), words, input: input, environment: environment(server),
      within: hangTimeout)
  }

  /// Runs a shell command in which `chatter` is the program.
  func shell(_ line: String, at server: ScriptedServer? = nil) async throws -> ProgramRun {
    try await ProgramRun(
      "bash", ["-c", "chatter() { '\(Repository.program("chatter"))' \"$@\"; }; \(line)"],
      environment: environment(server), within: hangTimeout)
  }

  /// Starts the program.
  func begin(
    _ words: [String], at server: ScriptedServer, with variables: [String: String] = [:]
  ) async throws -> RunningProgram {
    try await RunningProgram(
      Repository.program("chatter"), words,
      environment: environment(server).merging(variables) { $1 })
  }

  /// Returns a list of chatts with the same text and clip, as the server sends it.
  static func list(_ count: Int = 1, text: String = "hello", clip: [UInt8]? = nil) throws -> String
  {
    let audio = clip.map { "\"" + Data($0).base64EncodedString() + "\"" } ?? "null"
    let rows = (0..<count).map { number in
      let id = "00000000-0000-7000-8000-\(String(1_000_000_000_000 + number).suffix(12))"
      return #"["bob","\#(text)","\#(id)","2025-01-02T03:04:05.123Z",\#(audio)]"#
    }
    return #"{"chatts":["# + rows.joined(separator: ",") + "]}"
  }

  /// Returns the paths of the clips in the session's directory.
  func recordings() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: session.path)
      .filter { $0.hasSuffix(".m4a") }.map(session.path(of:))
  }
}
