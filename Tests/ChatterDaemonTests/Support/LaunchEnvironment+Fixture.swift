import Program

@testable import ChatterDaemon

extension LaunchEnvironment {
  /// The environment of an ordinary user with a home directory, two cores and these files.
  static func fixture(
    _ environment: [String: String] = [:], files: [String: String] = [:],
    home: String? = "/home/me",
    isRoot: Bool = false
  ) -> LaunchEnvironment {
    var variables = environment
    if let home { variables["HOME"] = home }
    return LaunchEnvironment(
      variables: variables, isRoot: isRoot, currentDirectory: "/desk", cores: 2,
      readFile: { path throws(FileError) in
        guard let text = files[path] else { throw .notFound }
        return Array(text.utf8)
      })
  }
}

/// Parses a command line, split at its spaces.
func parse(
  _ line: String, _ environment: LaunchEnvironment = .fixture()
) throws(CommandError) -> Command {
  try CommandParser(environment: environment).parse(line.split(separator: " ").map(String.init))
}

/// Returns the configuration of `serve` with these options.
func serve(
  _ options: String = "", _ environment: LaunchEnvironment = .fixture()
) throws(CommandError) -> Configuration {
  guard case .serve(let configuration) = try parse("serve " + options, environment) else {
    throw .missingVerb
  }
  return configuration
}

/// Returns the error of a command line; nil if it has none.
func failure(_ line: String, _ environment: LaunchEnvironment = .fixture()) -> CommandError? {
  do throws(CommandError) {
    _ = try parse(line, environment)
    return nil
  } catch {
    return error
  }
}
