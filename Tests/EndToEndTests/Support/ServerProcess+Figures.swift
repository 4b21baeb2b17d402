import TestSupport
import Testing

extension ServerProcess {
  /// The options with which a server has figures.
  static let figureOptions = ["--admin", "127.0.0.1:0"]

  /// The address of the listener for operators, such as `http://127.0.0.1:41234`.
  var operatorsURL: String {
    get async throws {
      let line = try await program.line(containing: "serving operators", within: hangTimeout)
      return "http://\(try #require(line.firstMatch(of: /at=([0-9.:]+)/)?.1))"
    }
  }

  /// Returns a figure of `/metrics`, summed over its labels. The server needs `figureOptions`.
  func figure(_ name: String) async throws -> Int {
    let text = try await ProgramRun(
      "curl", ["--silent", "--show-error", "--fail", "\(operatorsURL)/metrics"]
    ).checked().text
    let values = text.split(separator: "\n").compactMap { line in
      line.hasPrefix(name + " ") || line.hasPrefix(name + "{")
        ? line.split(separator: " ").last.flatMap { Double($0) } : nil
    }
    try #require(!values.isEmpty, "/metrics has no \(name)")
    return Int(values.reduce(0, +))
  }
}
