/// The result of a program that has ended.
public struct ProgramRun: Sendable {
  public let ending: ProgramEnding
  public let output: [UInt8]
  /// The program's standard error.
  public let errors: String

  /// The exit status as a shell reports it: 128 plus the signal number if a signal killed the
  /// program.
  public var status: Int32 {
    switch ending {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  /// The output as text, without white space at its end.
  public var text: String {
    let text = String(decoding: output, as: UTF8.self)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(text[...last])
  }

  /// Runs a program, looked up on PATH if its name has no slash, and waits for its end.
  ///
  /// Throws `ProgramError`; an exit status other than 0 is not an error.
  public init(
    _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:], within limit: Duration = .seconds(60)
  ) async throws {
    let running = try await RunningProgram(
      program, arguments, input: input, environment: environment)
    ending = try await running.ending(within: limit)
    output = running.output
    errors = running.errors
  }

  /// Runs a shell command (bash with `-eu -o pipefail`); `$1`, `$2`… are the arguments.
  public init(
    shell line: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:], within limit: Duration = .seconds(60)
  ) async throws {
    try await self.init(
      "bash", ["-eu", "-o", "pipefail", "-c", line, "bash"] + arguments, input: input,
      environment: environment, within: limit)
  }

  /// Returns this run; throws `ProgramError.failed` if its status is not 0.
  public func checked() throws -> ProgramRun {
    guard ending == .exited(0) else {
      throw ProgramError.failed(program: "program", ending: ending, errors: errors)
    }
    return self
  }
}
