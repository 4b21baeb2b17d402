import Glibc
import LoadGeneration

/// `load-generator`: asks a server as fast as it answers, and counts every wrong answer.
@main
struct LoadGenerator {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isIdle {
        try await stand(options.load)
      } else {
        print(Report.line(try await LoadRun.run(options.load)))
      }
    } catch let error as Options.Failure {
      print("load-generator: \(error)\n\(Options.usage)")
      exit(2)
    } catch {
      print("load-generator: \(error)")
      exit(1)
    }
  }

  private static func stand(_ load: Load) async throws {
    let crowd = try IdleCrowd(loops: load.loops)
    try await crowd.run(load) {
      write("{\"standing\":\(crowd.standingCount),\"failures\":\(crowd.failedCount)}\n")
    } isOver: {
      // The end of the input is the word to stop; nothing else runs on this thread.
      var byte: UInt8 = 0
      while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
      write("{\"standing\":\(crowd.standingCount),\"failures\":\(crowd.failedCount)}\n")
    }
  }

  /// Past stdio's buffer: who waits for the line sees it at once.
  private static func write(_ line: String) {
    let bytes = Array(line.utf8)
    _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
