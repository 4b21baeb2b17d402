import Arguments
import System

/// What one verb does, with every value of the command line checked.
protocol VerbRun: Sendable {
  func run() async throws -> ExitCode
}

/// Prints help, the version or a completion script.
struct PrintedText: VerbRun {
  let text: String
  var code = ExitCode.success

  func run() -> ExitCode {
    StandardStream.output.write(text)
    return code
  }
}

struct Command: Sendable {
  let verb: any VerbRun

  /// Parses the arguments after the program's name, the environment and the configuration file.
  init(_ words: [String]?, _ environment: LaunchEnvironment) throws(CommandError) {
    guard let words else { throw .notUTF8 }
    let line = try ParsedLine(words, of: .chatterd)
    if let text = CommandTable.chatterd.output(of: line) {
      verb = PrintedText(text: text)
      return
    }
    // An invalid configuration is one of the faults that doctor reports.
    if line.verb == .doctor {
      let packaged = ServiceUnit.configurationPath
      verb = try Doctor(
        line, environment, unit: ServiceUnit.read(),
        packaged: FilePresence.exists(packaged) ? packaged : nil)
      return
    }
    let values = try OptionValues(line, of: .chatterd, environment)
    let path = line.operand ?? ""
    switch line.verb {
    case .cert where line.operand == "show":
      verb = try CertShow.text(line.operands.dropFirst().first, values, environment)
    case .cert where line.operand == "qr":
      verb = try CertQR.text(line.operands.dropFirst().first, values, environment)
    case .cert: verb = try Cert(values, environment)
    case .migrate:
      verb = Migrate(isUp: path == "up", verb: try DatabaseVerb(values, environment))
    case .delete: verb = try Delete(line.operands, values, environment)
    case .token: verb = try Token(line.operands, values, environment)
    case .help where line.operand == "faults": verb = PrintedText(text: FaultText.markdown)
    case .backup: verb = try Backup(line, values, environment)
    case .restore:
      verb = Restore(
        path: environment.absolute(path), reserve: try values.optionalInteger(.diskReserve),
        verb: try DatabaseVerb(values, environment))
    case .verify:
      verb = Verify(
        path: line.operand.map(environment.absolute),
        dataDirectory: try values.dataDirectory(environment),
        temporaryDirectory: environment.variable("TMPDIR") ?? "/var/tmp",
        reserve: try values.optionalInteger(.diskReserve),
        verb: try DatabaseVerb(values, environment))
    case .export:
      verb = Export(
        path: environment.absolute(path), reserve: try values.optionalInteger(.diskReserve),
        verb: try DatabaseVerb(values, environment))
    case .importChatts:
      verb = Import(
        path: environment.absolute(path), reserve: try values.optionalInteger(.diskReserve),
        verb: try DatabaseVerb(values, environment))
    case .help:
      verb = PrintedText(text: MemoryBound.help(try Configuration(values, environment)))
    case .serve: verb = Serve(configuration: try Configuration(values, environment))
    default: preconditionFailure("\(line.verb.name) is in the table and not here")
    }
  }
}
