enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:@%+,".utf8)

  /// Returns the word unchanged if the shell reads it literally, otherwise in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(plain.contains)
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
