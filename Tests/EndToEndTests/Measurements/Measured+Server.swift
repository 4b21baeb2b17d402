import TestSupport

extension Measured {
  /// What measurements measure of the server: the release build.
  static let chatterd = Repository.path(of: ".build/release/chatterd")
}
