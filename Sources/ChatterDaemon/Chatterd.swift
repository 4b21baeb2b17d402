import Glibc
import System

/// The server program: parses the arguments into a command, runs it and exits with its result.
///
/// Everything runs on the main actor or on event loops. Nothing runs on the default executor: once
/// it has run a task, Dispatch wakes up every second to manage its threads.
@main
struct Chatterd {
  @MainActor static func main() async {
    StandardStream.ensureOpen()
    let code: ExitCode
    // Writing to a closed pipe must fail with an error of write(2), not end the server.
    _ = signal(SIGPIPE, SIG_IGN)
    do {
      code = try await Command(LaunchEnvironment.arguments(), .ofProcess()).verb.run()
    } catch {
      StandardStream.error.write("chatterd: \(error)\n")
      code = ExitCode(error)
    }
    exit(code.rawValue)
  }
}
