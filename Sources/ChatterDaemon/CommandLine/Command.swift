/// A command parsed from the command line, with every value checked.
enum Command: Sendable, Equatable {
  case serve(Configuration)
  case cert(CertOptions)
  case migrateUp(MigrateOptions)
  case migrateStatus(MigrateOptions)
  case version
  case help(HelpTopic)
}
