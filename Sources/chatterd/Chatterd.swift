import Glibc
import Program

/// The server program: arguments become a command, the command runs, its result is the exit code.
///
/// Everything runs on the main actor or on event loops, and nothing on the default executor: from its
/// first task on, Dispatch would look after that one's threads each second.
@main
struct Chatterd {
  @MainActor static func main() async {
    StandardStream.ensureOpen()
    let code: ExitCode
    // A reader that has gone is an error of write(2), not the end of the server.
    _ = signal(SIGPIPE, SIG_IGN)
    do throws(CommandError) {
      let parser = CommandParser(surroundings: .ofProcess())
      let command = try parser.parse(Array(CommandLine.arguments.dropFirst()))
      code = await command.run()
    } catch {
      StandardStream.error.write("chatterd: \(error)\n")
      code = error.exitCode
    }
    exit(code.rawValue)
  }
}
