import Arguments
import System

@testable import ChatterDaemon

extension LaunchEnvironment {
  /// The environment of an ordinary user with a home directory, two cores and these files.
  static func fixture(
    _ environment: [String: String] = [:], files: [String: String] = [:],
    home: String? = "/home/me",
    isRoot: Bool = false
  ) -> LaunchEnvironment {
    var fixture = LaunchEnvironment(variables: environment, currentDirectory: "/desk")
    if let home { fixture.variables["HOME"] = home }
    (fixture.isRoot, fixture.cores) = (isRoot, 2)
    fixture.readFile = { path throws(FileError) in
      guard let text = files[path] else { throw .notFound }
      return Array(text.utf8)
    }
    return fixture
  }
}

/// Parses a command line, split at its spaces.
func parse(
  _ line: String, _ environment: LaunchEnvironment = .fixture()
) throws(CommandError) -> Command {
  try Command(line.split(separator: " ").map(String.init), environment)
}

/// Returns the configuration of `serve` with these options.
func serve(
  _ options: String = "", _ environment: LaunchEnvironment = .fixture()
) throws(CommandError) -> Configuration {
  let serve: Serve = try verb("serve " + options, environment)
  return serve.configuration
}

/// Returns what a command line does, which is of the expected type.
func verb<Run: VerbRun>(
  _ line: String, _ environment: LaunchEnvironment = .fixture()
) throws(CommandError) -> Run {
  guard let run = try parse(line, environment).verb as? Run else {
    throw CommandError("another verb than \(line)")
  }
  return run
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
