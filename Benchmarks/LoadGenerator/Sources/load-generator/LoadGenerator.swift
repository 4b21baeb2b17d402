import Glibc
import LoadGeneration

/// `load-generator`: sends requests as fast as a server responds, and counts wrong responses.
@main
struct LoadGenerator {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if let (posts, interval) = options.fanOut {
        try await fanOut(options.load, posts: posts, interval: .seconds(interval))
      } else if options.isIdle {
        try await holdIdle(options.load)
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

  private static func holdIdle(_ load: Load) async throws {
    let connections = try IdleConnections(loops: load.loops)
    try await connections.run(load) {
      write("{\"standing\":\(connections.openCount),\"failures\":\(connections.failedCount)}\n")
    } waitForEnd: {
      // The end of the input is the signal to stop; nothing else runs on this thread.
      var byte: UInt8 = 0
      while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
      write("{\"standing\":\(connections.openCount),\"failures\":\(connections.failedCount)}\n")
    }
  }

  private static func fanOut(_ load: Load, posts: Int, interval: Duration) async throws {
    let fanOut = try FanOut(load)
    await fanOut.open()
    write("{\"standing\":\(fanOut.openCount),\"failures\":\(fanOut.failedCount)}\n")
    var byte: UInt8 = 0
    guard unsafe read(STDIN_FILENO, &byte, 1) > 0 else { return }
    write(Report.line(try await fanOut.post(posts, every: interval)) + "\n")
    while unsafe read(STDIN_FILENO, &byte, 1) > 0 {}
    fanOut.stop()
  }

  /// Bypasses stdio's buffer, so that a reader receives the line at once.
  private static func write(_ line: String) {
    let bytes = Array(line.utf8)
    _ = unsafe Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
