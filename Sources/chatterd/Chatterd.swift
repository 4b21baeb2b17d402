import Glibc
import Program

/// The server program: arguments become a command, the command runs, its result is the exit code.
@main
struct Chatterd {
  static func main() async {
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
