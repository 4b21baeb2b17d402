import CommandLine

// The options of `chatterd doctor`, beside those of serve.
extension Option {
  static let doctorJSON = Option(
    "json", .toggle, of: [.doctor],
    "Print one JSON object with the version and the faults.")
}
