extension Command {
  /// Does what was asked and returns what the process ends with.
  func run() async -> ExitCode {
    switch self {
    case .version:
      StandardStream.output.write("chatterd \(Version.text)\n")
      return .success
    case .help(let topic):
      StandardStream.output.write(Help.text(topic))
      return .success
    case .serve, .cert, .migrateUp, .migrateStatus:
      return notWired()
    }
  }

  /// Stands where the verbs that need the other modules are joined on.
  private func notWired() -> ExitCode {
    StandardStream.error.write("chatterd: not wired\n")
    return .internal
  }
}
