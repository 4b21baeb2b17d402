/// The reason that the body of a POST is not a chatt; the description is the error message.
public enum PostError: Error, Equatable, Sendable {
  /// The body is not a JSON object (status 400).
  ///
  /// In all other cases it is a JSON object with invalid members (status 422).
  case malformed(JSONError)
  /// A required text is absent or null.
  case missing(PostField)
  case empty(PostField)
  /// The value is neither a string nor null.
  case notText(PostField, JSONKind)
  case nul(PostField)
  case loneSurrogate(PostField)
  case usernameTooLong(charactersMax: Int)
  case messageTooLong(bytesMax: Int)
  /// A post of audio has neither a message nor audio.
  case neitherMessageNorAudio
  case audioNotBase64(Base64Error)
  /// A field of a form occurs twice, is not UTF-8, or is in another coding.
  case repeated(PostField)
  case notUTF8(PostField)
  case coded(PostField)
  /// A form has more than one file.
  case severalFiles
  /// An unknown member holds a clip.
  case misplacedClip(String)
  /// A mistake that deserves a sentence of its own.
  case mistake(PostMistake)

  /// Whether the body is not a JSON object.
  public var isMalformed: Bool {
    switch self {
    case .malformed, .mistake(.fileAsBody), .mistake(.formAsBody): true
    default: false
    }
  }
}

extension PostError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let error):
      "body is \(error)"
    case .missing(let field):
      "\(field.rawValue) is missing: send it as a string"
    case .empty(let field):
      "\(field.rawValue) is empty: send at least one character"
    case .notText(let field, let kind):
      "\(field.rawValue) is \(kind.rawValue): send a string or null"
    case .nul(let field):
      "\(field.rawValue) contains NUL (\\u0000): remove it"
    case .loneSurrogate(let field):
      "\(field.rawValue) contains half a surrogate pair: send both halves or neither"
    case .usernameTooLong(let charactersMax):
      "username is too long: send at most \(charactersMax) characters"
    case .messageTooLong(let bytesMax):
      "message is too long: send at most \(bytesMax) bytes"
    case .neitherMessageNorAudio:
      "message and audio are both missing: send at least one of them"
    case .audioNotBase64(let error):
      "audio is not base64: \(error)"
    case .repeated(let field):
      "\(field.rawValue) occurs twice: send it once"
    case .notUTF8(let field):
      "\(field.rawValue) is not UTF-8: send it in UTF-8"
    case .coded(let field):
      "\(field.rawValue) has a Content-Transfer-Encoding: send its bytes as they are"
    case .severalFiles:
      "the form has several files: send one, the clip, as audio"
    case .misplacedClip(let name):
      "\"\(name)\" holds a recording: send it as audio"
    case .mistake(let mistake):
      mistake.description
    }
  }
}
