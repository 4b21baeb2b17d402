import Glibc
import Program

/// The program: words become a command, the command runs, what came of it is the exit code.
@main
struct ChatterProgram {
  static func main() async {
    StandardStream.ensureOpen(refusing: true)
    // A reader that has gone is an error of write(2).
    _ = signal(SIGPIPE, SIG_IGN)
    let surroundings = Surroundings.ofProcess()
    let settings = SettingsFile(surroundings)
    let parser = CommandParser(surroundings: surroundings) { () throws(SettingsError) in
      try settings.read()
    }
    let code: ExitCode
    do throws(CommandError) {
      let words = ProcessEnvironment.arguments()
      // Read all the same, they would be other words than those that were typed.
      guard !words.contains(nil) else { throw .notUTF8 }
      let command = try parser.parse(words.compactMap(\.self))
      code = await App(surroundings).run(command)
    } catch {
      code = App(surroundings).refuse(error)
    }
    exit(code.rawValue)
  }
}
