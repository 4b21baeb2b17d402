import Program

/// The forms of option values.
enum ValueSyntax: Sendable, Equatable {
  case url
  case path
  case key
  case postKey
  case name
  case source
  case sink
  case duration(ClosedRange<Duration>)
  case number(ClosedRange<Double>)
  /// One of a fixed set of numbers.
  case count([Int])
  case choice([String])
  /// No value: the flag alone turns it on.
  case toggle

  /// The placeholder of the value in help.
  var name: String {
    switch self {
    case .url: "URL"
    case .path: "FILE"
    case .key, .postKey: "KEY"
    case .name: "NAME"
    case .source: "SOURCE"
    case .sink: "SINK"
    case .duration: "TIME"
    case .number: "FACTOR"
    case .count: "NUMBER"
    case .choice(let choices): choices.joined(separator: "|")
    case .toggle: ""
    }
  }

  /// The expected form, for error messages.
  var expectation: String {
    switch self {
    case .url: "a URL such as https://chatter.example.org or https://localhost:8443"
    case .path: "a file"
    case .key: "the SHA-256 of the server's public key, in base64 or 64 hexadecimal digits"
    case .postKey:
      "a key of 1 to 255 visible ASCII characters other than quotation mark, backslash, comma and"
        + " semicolon"
    case .name: "a name of 1 to 255 characters"
    case .source: SoundSource.expectation
    case .sink: SoundSink.expectation
    case .duration(let range):
      "a time such as 500ms, 10s or 2m, from \(range.lowerBound.optionText) to "
        + range.upperBound.optionText
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .count(let numbers): numbers.map(String.init).joined(separator: ", ")
    case .choice(let choices): choices.joined(separator: "|")
    case .toggle: "no value"
    }
  }

  /// The words that completion offers.
  var words: [String] {
    switch self {
    case .choice(let choices): choices
    case .count(let numbers): numbers.map(String.init)
    case .source: SoundSource.words
    case .sink: SoundSink.words
    default: []
    }
  }

  /// Whether the value is an audio device, or `file:` and a file name.
  var isSound: Bool { self == .source || self == .sink }

  /// Whether completion offers file names.
  var isFile: Bool { self == .path }
}
