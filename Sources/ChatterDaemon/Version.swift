/// The version of the program, defined once.
enum Version {
  /// The semantic version (semver.org), without a leading `v`.
  static let text = "0.1.0"
}
