/// A topic of `chatterd help`.
enum HelpTopic: Sendable, Equatable {
  /// The verbs, the rules and all options.
  case program
  /// One verb and its options.
  case verb(Verb)
  /// The option table of docs/options.md.
  case markdown
  /// The maximum memory of a server with this configuration.
  case limits(Configuration)
}
