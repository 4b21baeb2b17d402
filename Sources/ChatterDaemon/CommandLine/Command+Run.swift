import Program

extension Command {
  /// Runs the command and returns the exit code.
  func run() async -> ExitCode {
    switch self {
    case .version:
      StandardStream.output.write("chatterd \(Version.text)\n")
      return .success
    case .help(let topic):
      StandardStream.output.write(Help.text(topic))
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
