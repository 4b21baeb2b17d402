/// The version of the program.
enum Version {
  /// A semantic version (semver.org), without a leading `v`.
  static let text = "0.1.0"
}
