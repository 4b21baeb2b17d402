/// A manual page in mdoc(7), as mandoc and groff format it.
public struct ManualPage: Sendable {
  private let directory: TemporaryDirectory
  private let path: String

  /// Creates a page from its source.
  public init(_ source: String) throws {
    directory = try TemporaryDirectory()
    path = try directory.write(source, to: "page.1")
  }

  /// The warnings of both formatters. Which referenced pages are installed depends on the machine,
  /// so those of missing pages are left out.
  public func warnings() async throws -> [String] {
    let mandoc = try await ProgramRun("mandoc", ["-T", "lint", path])
    let groff = try await ProgramRun("groff", ["-mdoc", "-T", "utf8", "-ww", path])
    return (mandoc.text + "\n" + mandoc.errors + "\n" + groff.errors).split(separator: "\n")
      .filter { !$0.contains("mandoc.db") && !$0.contains("referenced manual not found") }
      .map(String.init)
  }

  /// The lines of the synopsis as each formatter prints them, without their indentation.
  public func synopses() async throws -> [[String]] {
    // Wide enough for each form, without overstriking.
    let runs = [
      ("mandoc", ["-T", "ascii", "-O", "width=200", path]),
      ("groff", ["-mdoc", "-T", "ascii", "-P", "-cbou", "-rLL=200n", path]),
    ]
    var synopses: [[String]] = []
    for (program, arguments) in runs {
      let text = try await ProgramRun(program, arguments).checked().text
      let lines = Self.withoutOverstrikes(text)
        .split(separator: "\n", omittingEmptySubsequences: false)
      let section = lines.drop { $0 != "SYNOPSIS" }.dropFirst().prefix { !$0.isEmpty }
      synopses.append(section.map { String($0.drop { $0 == " " }) })
    }
    return synopses
  }

  /// Removes each character that a backspace overprints.
  private static func withoutOverstrikes(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character == "\u{8}" { result.removeLast() } else { result.append(character) }
    }
  }
}
