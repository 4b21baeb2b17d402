import TestSupport
import Testing

/// A well-framed post that the server must reject, with the status and the message: one of each
/// kind. `PostRefusalTests` of ChatterServerTests have more of them.
struct Refusal: Sendable, CustomTestStringConvertible {
  let target: String
  let body: [UInt8]
  let status: Int
  let message: String

  var testDescription: String { "\(status) \(target) \(message)" }

  static let all = malformed + usernames + messages + kinds + characters + audio

  private static func chatt(_ body: String, _ status: Int, _ message: String) -> Refusal {
    Refusal(target: "/postchatt/", body: Array(body.utf8), status: status, message: message)
  }

  private static func clip(_ body: String, _ message: String) -> Refusal {
    Refusal(target: "/postaudio/", body: Array(body.utf8), status: 422, message: message)
  }

  private static let malformed = [
    chatt("", 400, "body is empty: send a JSON object"),
    chatt("\u{FEFF}", 400, "body is empty: send a JSON object"),
    chatt(
      "username=a&message=b", 400,
      "body is a form: send JSON here, or a multipart/form-data form to /v1/chatts"),
    chatt("<html>", 400, "body is not JSON: unexpected '<' at byte 0"),
    chatt("[]", 400, "body is not a JSON object but an array: send a JSON object"),
    chatt(#"{"username":"a","mess"#, 400, "body is not JSON: truncated at byte 21"),
    Refusal(
      target: "/postaudio", body: Array(#"{"username":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
      status: 400, message: "body is not JSON: invalid UTF-8 at byte 13"),
    chatt(
      #"{"a":"# + String(repeating: "[", count: 64), 400,
      "body is nested deeper than 64 values at byte 68"),
  ]

  private static let usernames = [
    chatt(#"{"message":"m"}"#, 422, "username is missing: send it as a string"),
    chatt(
      #"{"username":null,"message":"m"}"#, 422, "username is missing: send it as a string"),
    chatt(
      #"{"Username":"u","message":"m"}"#, 422, "username is missing: send it as a string"),
    chatt(
      #"{"username":"","message":"m"}"#, 422, "username is empty: send at least one character"),
    chatt(#"{"name":"","message":"m"}"#, 422, "name is empty: send at least one character"),
    chatt(
      #"{"username":"\#(String(repeating: "é", count: 256))","message":"m"}"#, 422,
      "username is too long: send at most 255 characters"),
  ]

  private static let messages = [
    chatt(#"{"username":"u","message":null}"#, 422, "message is missing: send it as a string"),
    chatt(
      #"{"username":"u","message":"\#(String(repeating: "a", count: 65_537))"}"#, 422,
      "message is too long: send at most 65536 bytes"),
    clip(
      #"{"username":"u","message":null,"audio":"null"}"#,
      "message and audio are both missing: send at least one of them"),
  ]

  private static let kinds = [
    chatt(
      #"{"username":7,"message":"m"}"#, 422, "username is a number: send a string or null"),
    clip(
      #"{"username":"u","message":"m","audio":{}}"#, "audio is an object: send a string or null"),
  ]

  private static let characters = [
    chatt(
      #"{"username":"a","message":"\u0000"}"#, 422,
      #"message contains NUL (\u0000): remove it"#),
    chatt(
      #"{"username":"\ude00\ud83d","message":"m"}"#, 422,
      "username contains half a surrogate pair: send both halves or neither"),
  ]

  private static let audio = [
    clip(
      #"{"username":"u","audio":"AAAAAAAAAAAA%AAA"}"#,
      "audio is not base64: character '%' at offset 12"),
    clip(
      #"{"username":"u","audio":"AB=="}"#,
      "audio is not base64: the last character, at offset 1, has non-zero pad bits: "
        + "the text is truncated"),
    clip(
      #"{"username":"u","audio":"AAAB=AAA"}"#,
      "audio is not base64: wrong padding at offset 4: pad with '=' to a multiple of four "
        + "characters, or omit padding"),
    clip(
      #"{"username":"u","audio":"data:audio/mp4;base64,AAAA"}"#,
      "audio is a data URL: send only the base64 after its comma"),
  ]
}
