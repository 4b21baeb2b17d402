import Program

@testable import ChatterDaemon

extension Surroundings {
  /// The surroundings of an ordinary user with a home, two cores, and the files given as texts.
  static func fixture(
    _ environment: [String: String] = [:], files: [String: String] = [:],
    home: String? = "/home/me",
    isRoot: Bool = false
  ) -> Surroundings {
    var variables = environment
    if let home { variables["HOME"] = home }
    return Surroundings(
      environment: variables, isRoot: isRoot, currentDirectory: "/desk", cores: 2,
      readFile: { path throws(FileError) in
        guard let text = files[path] else { throw .notFound }
        return Array(text.utf8)
      })
  }
}

/// What a command line written in words comes to.
func parse(
  _ line: String, _ surroundings: Surroundings = .fixture()
) throws(CommandError) -> Command {
  try CommandParser(surroundings: surroundings).parse(line.split(separator: " ").map(String.init))
}

/// The configuration of `serve` with these options.
func serve(
  _ options: String = "", _ surroundings: Surroundings = .fixture()
) throws(CommandError) -> Configuration {
  guard case .serve(let configuration) = try parse("serve " + options, surroundings) else {
    throw .missingVerb
  }
  return configuration
}

/// The error of a command line that must have one, or nil.
func failure(_ line: String, _ surroundings: Surroundings = .fixture()) -> CommandError? {
  do throws(CommandError) {
    _ = try parse(line, surroundings)
    return nil
  } catch {
    return error
  }
}
