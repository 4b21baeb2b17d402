/// A mistake that front ends make often; the description says what to change.
public enum PostMistake: Equatable, Sendable {
  /// The whole body is a file.
  case fileAsBody
  /// The whole body is a form.
  case formAsBody
  /// The audio is a data URL (RFC 2397), as `FileReader` makes it.
  case dataURL
  /// The audio is what a program writes for a value that it does not have.
  case placeholder(String)
  /// The audio of a form is a text; what it is.
  case textInForm(String)

  /// How much of a body tells a form from JSON, in bytes.
  private static let formBytesMax = 512
  /// Longer texts are not placeholders, in bytes.
  private static let placeholderBytesMax = 64
  private static let placeholders: Set = [
    "undefined", "None", "nil", "NULL", "(null)", "<null>", "NaN", "true", "false", "{}", "[]",
  ]

  /// Recognises a body that is not JSON.
  init?(body: ArraySlice<UInt8>) {
    let start = body.prefix(Self.formBytesMax)
    let text = String(decoding: start, as: UTF8.self)
    if start.dropFirst(4).starts(with: "ftyp".utf8) {
      self = .fileAsBody
    } else if text.hasPrefix("--") && text.contains("form-data")
      || text.prefixMatch(of: /[A-Za-z_]+=/) != nil
    {
      self = .formAsBody
    } else if let format = ForeignFormat(startOf: Array(start)), format.isSound || format == .base64
    {
      self = .fileAsBody
    } else {
      return nil
    }
  }

  /// Recognises audio that is text of another kind than base64.
  init?(audio: ArraySlice<UInt8>) {
    if audio.starts(with: "data:".utf8) {
      self = .dataURL
      return
    }
    guard audio.count <= Self.placeholderBytesMax else { return nil }
    let text = String(decoding: audio, as: UTF8.self)
    let isPlaceholder =
      Self.placeholders.contains(text) || text.hasPrefix("[object ") || text.hasPrefix("Optional(")
    guard isPlaceholder else { return nil }
    self = .placeholder(text)
  }

  /// Recognises audio of a form that is not the bytes of a file.
  init?(audioOfForm audio: [UInt8]) {
    switch PostMistake(audio: audio[...]) {
    case .dataURL: self = .textInForm("a data URL")
    case .placeholder(let text): self = .textInForm("the text \"\(text)\"")
    default:
      guard ForeignFormat(startOf: audio) == .base64 else { return nil }
      self = .textInForm("base64 text")
    }
  }
}

extension PostMistake: CustomStringConvertible {
  public var description: String {
    switch self {
    case .fileAsBody:
      "body is a file: send JSON with username, message and audio (the file in base64)"
    case .formAsBody:
      "body is a form: send JSON here, or a multipart/form-data form to /v1/chatts"
    case .dataURL: "audio is a data URL: send only the base64 after its comma"
    case .placeholder(let text):
      "audio is the text \"\(text)\": send base64 of the file, or null without quotes for no audio"
    case .textInForm(let what):
      "audio is \(what): in a form, attach the file itself, or leave audio out"
    }
  }
}
