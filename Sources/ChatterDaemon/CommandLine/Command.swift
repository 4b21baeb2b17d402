import CommandLine
import Program

/// A command parsed from the command line, with every value checked.
enum Command: Sendable, Equatable {
  case serve(Configuration)
  case cert(CertOptions)
  case migrateUp(MigrateOptions)
  case migrateStatus(MigrateOptions)
  /// Help, the version or a completion script.
  case print(String)

  /// Parses the arguments after the program's name, the environment and the configuration file.
  init(_ words: [String], _ environment: LaunchEnvironment) throws(CommandError) {
    let line = try ParsedLine(words, of: .chatterd)
    if let text = CommandTable.chatterd.output(of: line) {
      self = .print(text)
      return
    }
    let values = try OptionValues(line, of: .chatterd, environment)
    switch line.verb {
    case .cert: self = .cert(try CertOptions(values, environment))
    case .migrate:
      let options = try MigrateOptions(values, environment)
      self = line.operand == "up" ? .migrateUp(options) : .migrateStatus(options)
    case .help: self = .print(MemoryBound.help(try Configuration(values, environment)))
    default: self = .serve(try Configuration(values, environment))
    }
  }

  /// Runs the command and returns the exit code.
  func run() async -> ExitCode {
    switch self {
    case .print(let text):
      StandardStream.output.write(text)
      return .success
    case .serve(let configuration):
      return await Serve(configuration: configuration, log: Log(configuration.log)).run()
    case .cert(let options):
      return Cert(options: options).run()
    case .migrateUp(let options):
      return await Migrate(options: options, log: Log(options.log)).up()
    case .migrateStatus(let options):
      return await Migrate(options: options, log: Log(options.log)).status()
    }
  }
}
