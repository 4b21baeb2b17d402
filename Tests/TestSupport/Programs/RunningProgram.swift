import Foundation
import System

/// A program that runs beside the test.
///
/// Its output goes to files, so that it never waits for a reader, and a surviving grandchild cannot
/// keep a pipe open that a test waits for. The program is killed when the last reference is
/// released, and by the kernel when the test process dies.
public final class RunningProgram: Sendable {
  public let name: String
  public let processID: Int32
  private let files: TemporaryDirectory
  private let life: ProcessLife

  /// Starts a program, looked up on PATH if its name has no slash.
  ///
  /// A program that is not found exits with status 127, as in a shell. `environment` is added to
  /// the test's own variables.
  public init(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:]
  ) async throws {
    let files = try TemporaryDirectory()
    try files.write(input, to: "input")
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let launch = ProcessLaunch(
      arguments: ["setpriv", "--pdeathsig", "KILL", program] + arguments,
      environment: variables.map { "\($0.key)=\($0.value)" },
      input: files.path(of: "input"), output: files.path(of: "output"),
      errors: files.path(of: "errors"))
    let life = ProcessLife()
    // The kernel sends the signal (PR_SET_PDEATHSIG) when the *thread* that started the program
    // ends. So the thread that starts it also waits for its end.
    processID = try await withCheckedThrowingContinuation { started in
      Thread.detachNewThread {
        do throws(ProgramError) {
          let processID = try launch.start()
          started.resume(returning: processID)
          life.watch(processID)
        } catch {
          started.resume(throwing: error)
        }
      }
    }
    (name, self.files, self.life) = (program, files, life)
  }

  deinit { life.send(SIGKILL, to: processID) }

  /// The program's standard output so far.
  public var output: [UInt8] { (try? files.bytes(of: "output")) ?? [] }

  /// The program's standard error so far.
  public var errors: String {
    String(decoding: (try? files.bytes(of: "errors")) ?? [], as: UTF8.self)
  }

  public var hasEnded: Bool { life.hasEnded }

  /// Sends a signal to the program, unless it has ended.
  public func send(_ signal: Int32) { life.send(signal, to: processID) }

  /// Waits until the program has ended; it is killed at the limit, or when the test is cancelled.
  ///
  /// Throws `ProgramError.timedOut` if the limit was reached.
  public func ending(within limit: Duration = hangTimeout) async throws -> ProgramEnding {
    // Set before the kill: `ending` may return before the task of the limit does.
    let outliving = Outliving()
    return try await withThrowingTaskGroup(of: ProgramEnding?.self) { [life, processID] group in
      group.addTask { await life.ending() }
      group.addTask {
        // The sleep ends early when the test is cancelled, and when the program has ended.
        let isOver = (try? await Task.sleep(for: limit)) != nil
        if isOver, !life.hasEnded { outliving.isTrue.withLock { $0 = true } }
        life.send(SIGKILL, to: processID)
        return nil
      }
      let first = try await group.next() ?? nil
      group.cancelAll()
      if let first, !outliving.isTrue.withLock({ $0 }) { return first }
      try Task.checkCancellation()
      throw ProgramError.timedOut(program: name, after: limit, errors: errors)
    }
  }

  /// Waits until the program's standard error contains a text, and returns the line with it.
  ///
  /// Throws `ProgramError.neverPrinted` if the program ends, or the limit is reached, before that.
  public func line(
    containing text: String, within limit: Duration = hangTimeout
  ) async throws -> String {
    let end = ContinuousClock.now + limit
    while true {
      // Read before the text, so that the last output is not missed.
      let isLast = life.hasEnded || ContinuousClock.now > end
      let lines = errors.split(separator: "\n")
      if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
      if isLast {
        throw ProgramError.neverPrinted(program: name, text: text, errors: errors)
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}

/// Whether a program was killed at its time limit.
private final class Outliving: Sendable {
  let isTrue = Lock(false)
}
