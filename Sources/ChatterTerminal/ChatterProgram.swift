import Arguments
import Glibc
import System

/// The program: parses the command line, runs the command, and exits with its exit code.
@main
struct ChatterProgram {
  static func main() async {
    StandardStream.ensureOpen(refusing: true)
    // Ignored, so that writing to a closed pipe returns an error from write(2).
    _ = signal(SIGPIPE, SIG_IGN)
    let environment = LaunchEnvironment.ofProcess()
    let parser = CommandParser(
      environment: environment, settings: SettingsFile(environment).read)
    let code: ExitCode
    do throws(CommandError) {
      guard let words = LaunchEnvironment.arguments() else { throw .notUTF8 }
      let command = try parser.parse(words)
      code = await VerbRunner(environment).run(command)
    } catch {
      code = VerbRunner(environment).refuse(error)
    }
    exit(code.rawValue)
  }
}
