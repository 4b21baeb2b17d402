/// What help is asked about.
enum HelpTopic: Sendable, Equatable {
  /// The verbs, the rules and all options.
  case program
  /// One verb and its options.
  case verb(Verb)
  /// The option table of the README.
  case markdown
  /// The memory that a server with this configuration takes at most.
  case limits(Configuration)
}
