import Glibc
import Program

/// The program: parses the command line, runs the command, and exits with its exit code.
@main
struct ChatterProgram {
  static func main() async {
    StandardStream.ensureOpen(refusing: true)
    // Ignored, so that writing to a closed pipe returns an error from write(2).
    _ = signal(SIGPIPE, SIG_IGN)
    let environment = ClientEnvironment.ofProcess()
    let settings = SettingsFile(environment)
    let parser = CommandParser(environment: environment) { () throws(SettingsError) in
      try settings.read()
    }
    let code: ExitCode
    do throws(CommandError) {
      let words = ProcessEnvironment.arguments()
      // Reading the arguments lossily would run the command with other words than were typed.
      guard !words.contains(nil) else { throw .notUTF8 }
      let command = try parser.parse(words.compactMap(\.self))
      code = await VerbRunner(environment).run(command)
    } catch {
      code = VerbRunner(environment).refuse(error)
    }
    exit(code.rawValue)
  }
}
