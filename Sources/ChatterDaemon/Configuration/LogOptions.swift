/// The options of the log.
struct LogOptions: Sendable, Equatable {
  let format: LogFormat
  let level: LogLevel

  init(_ values: OptionValues) throws(CommandError) {
    format = try values.choice(.logFormat)
    level = try values.required(.logLevel) { LogLevel(name: $0) }
  }
}
