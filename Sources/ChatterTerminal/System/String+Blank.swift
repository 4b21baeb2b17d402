extension String {
  /// Whether it has no character other than white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
