import CommandLine
import Program

/// A command parsed from the command line, with every value checked.
enum Command: Sendable {
  case serve(Configuration)
  case cert(Cert)
  case migrateUp(Migrate)
  case migrateStatus(Migrate)
  case delete(Delete)
  case token(Token)
  case doctor(Doctor)
  case backup(Backup)
  case restore(Restore)
  case verify(Verify)
  case export(Export)
  case importChatts(Import)
  /// Help, the version or a completion script.
  case print(String)

  /// Parses the arguments after the program's name, the environment and the configuration file.
  init(_ words: [String]?, _ environment: LaunchEnvironment) throws(CommandError) {
    guard let words else { throw .notUTF8 }
    let line = try ParsedLine(words, of: .chatterd)
    if let text = CommandTable.chatterd.output(of: line) {
      self = .print(text)
      return
    }
    // An invalid configuration is one of the faults that doctor reports.
    if line.verb == .doctor {
      self = .doctor(try Doctor(line, environment))
      return
    }
    let values = try OptionValues(line, of: .chatterd, environment)
    switch line.verb {
    case .cert where line.operand == "show":
      self = .print(try CertShow(line.operands.dropFirst().first, values, environment).text)
    case .cert where line.operand == "qr":
      self = .print(try CertQR(line.operands.dropFirst().first, values, environment).text)
    case .cert: self = .cert(try Cert(values, environment))
    case .migrate:
      let migrate = try Migrate(values, environment)
      self = line.operand == "up" ? .migrateUp(migrate) : .migrateStatus(migrate)
    case .delete: self = .delete(try Delete(line.operands, values, environment))
    case .token: self = .token(try Token(line.operands, values, environment))
    case .help where line.operand == "faults": self = .print(FaultKind.markdown)
    case .backup: self = .backup(try Backup(line.operand ?? "", values, environment))
    case .restore: self = .restore(try Restore(line.operand ?? "", values, environment))
    case .verify: self = .verify(try Verify(line.operand, values, environment))
    case .export: self = .export(try Export(line.operand ?? "", values, environment))
    case .importChatts: self = .importChatts(try Import(line.operand ?? "", values, environment))
    case .help: self = .print(MemoryBound.help(try Configuration(values, environment)))
    case .serve: self = .serve(try Configuration(values, environment))
    default: preconditionFailure("\(line.verb.name) is in the table and not here")
    }
  }

  /// Runs the command and returns the exit code.
  func run() async throws -> ExitCode {
    switch self {
    case .print(let text): StandardStream.output.write(text)
    case .serve(let configuration): return await Serve(configuration).run()
    case .cert(let cert): try cert.run()
    case .migrateUp(let migrate): return try await migrate.up()
    case .migrateStatus(let migrate): return try await migrate.status()
    case .delete(let delete): return try await delete.run()
    case .token(let token): return try await token.run()
    case .doctor(let doctor): return try await doctor.run()
    case .backup(let backup): return try await backup.run()
    case .restore(let restore): return try await restore.run()
    case .verify(let verify): return try await verify.run()
    case .export(let export): return try await export.run()
    case .importChatts(let importing): return try await importing.run()
    }
    return .success
  }
}
