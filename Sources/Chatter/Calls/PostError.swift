/// Why a POST's body is not a chatt; each description is the sentence of the answer.
public enum PostError: Error, Equatable, Sendable {
  /// Not a JSON object at all: the request is at fault (400). Every other case is a JSON object that
  /// says the wrong thing (422).
  case malformed(JSONError)
  /// Absent or null, where a text must be.
  case missing(PostField)
  case empty(PostField)
  /// Neither a string nor null.
  case notText(PostField, JSONKind)
  case nul(PostField)
  case loneSurrogate(PostField)
  case usernameTooLong(charactersMax: Int)
  case messageTooLong(bytesMax: Int)
  /// An audio chatt without audio needs a message.
  case neitherMessageNorAudio
  case audioNotBase64(Base64Error)

  /// Whether the body was no JSON object.
  public var isMalformed: Bool {
    if case .malformed = self { true } else { false }
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
      "\(field.rawValue) contains NUL (\\u0000): leave it out"
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
    }
  }
}
