import TestSupport
import Testing

/// A well-framed post that the server must reject, with the status and the message.
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
    chatt(" \n", 400, "body is empty: send a JSON object"),
    chatt("\u{FEFF}", 400, "body is empty: send a JSON object"),
    chatt(
      "username=a&message=b", 400,
      "body is a form: send JSON here, or a multipart/form-data form to /v1/chatts"),
    chatt("<html>", 400, "body is not JSON: unexpected '<' at byte 0"),
    chatt("[]", 400, "body is not a JSON object but an array: send a JSON object"),
    chatt(#""x""#, 400, "body is not a JSON object but a string: send a JSON object"),
    chatt("12", 400, "body is not a JSON object but a number: send a JSON object"),
    chatt("null", 400, "body is not a JSON object but null: send a JSON object"),
    chatt("true", 400, "body is not a JSON object but true or false: send a JSON object"),
    chatt(#"{"username":"a","mess"#, 400, "body is not JSON: truncated at byte 21"),
    chatt(#"{"username":"a","message":"b""#, 400, "body is not JSON: truncated at byte 29"),
    chatt(
      #"{"username":"a"}{"#, 400, "body is not JSON: unexpected data after the value at byte 16"),
    chatt(#"{username:"a"}"#, 400, "body is not JSON: unexpected 'u' at byte 1"),
    chatt(#"{"username":"a",}"#, 400, "body is not JSON: unexpected '}' at byte 16"),
    chatt(#"{"username":'a'}"#, 400, "body is not JSON: unexpected ''' at byte 12"),
    chatt(#"{"a":01}"#, 400, "body is not JSON: malformed number at byte 5"),
    chatt(#"{"a":"\x"}"#, 400, "body is not JSON: unknown escape in a string at byte 6"),
    chatt(
      "{\"a\":\"\n\"}", 400,
      "body is not JSON: control character 0x0A in a string at byte 6: escape it"),
    chatt(
      "{\"a\":\"\0\"}", 400,
      "body is not JSON: control character 0x00 in a string at byte 6: escape it"),
    Refusal(
      target: "/postaudio", body: Array(#"{"username":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
      status: 400, message: "body is not JSON: invalid UTF-8 at byte 13"),
    Refusal(
      target: "/postchatt", body: Array(#"{"username":""#.utf8) + [0xC3] + Array(#""}"#.utf8),
      status: 400, message: "body is not JSON: invalid UTF-8 at byte 13"),
    chatt(
      #"{"a":"# + String(repeating: "[", count: 64), 400,
      "body is nested deeper than 64 values at byte 68"),
  ]

  private static let usernames = [
    chatt("{}", 422, "username is missing: send it as a string"),
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
    chatt(#"{"username":"u"}"#, 422, "message is missing: send it as a string"),
    chatt(#"{"username":"u","message":null}"#, 422, "message is missing: send it as a string"),
    chatt(
      #"{"username":"u","message":"\#(String(repeating: "a", count: 65_537))"}"#, 422,
      "message is too long: send at most 65536 bytes"),
    clip(
      #"{"username":"u"}"#, "message and audio are both missing: send at least one of them"),
    clip(
      #"{"username":"u","message":null,"audio":null}"#,
      "message and audio are both missing: send at least one of them"),
    clip(
      #"{"username":"u","audio":"null"}"#,
      "message and audio are both missing: send at least one of them"),
    clip(
      #"{"username":"u","audio":""}"#,
      "message and audio are both missing: send at least one of them"),
  ]

  private static let kinds = [
    ("7", "a number"), ("true", "true or false"), ("[]", "an array"), ("{}", "an object"),
  ].flatMap { value, kind in
    [
      chatt(
        #"{"username":\#(value),"message":"m"}"#, 422,
        "username is \(kind): send a string or null"),
      chatt(
        #"{"username":"u","message":\#(value)}"#, 422, "message is \(kind): send a string or null"),
      clip(
        #"{"username":"u","message":"m","audio":\#(value)}"#,
        "audio is \(kind): send a string or null"),
    ]
  }

  private static let characters = [
    chatt(
      #"{"username":"a\u0000","message":"m"}"#, 422,
      #"username contains NUL (\u0000): remove it"#),
    chatt(
      #"{"username":"a","message":"\u0000"}"#, 422,
      #"message contains NUL (\u0000): remove it"#),
    chatt(
      #"{"username":"a","message":"\ud83d"}"#, 422,
      "message contains half a surrogate pair: send both halves or neither"),
    chatt(
      #"{"username":"\ude00\ud83d","message":"m"}"#, 422,
      "username contains half a surrogate pair: send both halves or neither"),
  ]

  private static let audio =
    [
      ("%", "character '%' at offset 0"),
      ("AAAAAAAAAAAA%AAA", "character '%' at offset 12"),
      ("AAAA AAA", "character ' ' at offset 4"),
      ("AA_+", "character '_' at offset 2"),
      ("AAAAA", "a single character is left over at offset 4: the text is truncated"),
      (
        "AAAB=AAA",
        "wrong padding at offset 4: pad with '=' to a multiple of four characters, or omit padding"
      ),
      ("AA==AAAA", "data after the padding at offset 4: send one base64 text"),
      (
        "AB==",
        "the last character, at offset 1, has non-zero pad bits: the text is truncated"
      ),
    ].map {
      clip(#"{"username":"u","audio":"\#($0)"}"#, "audio is not base64: \($1)")
    } + [
      clip(
        #"{"username":"u","audio":"data:audio/mp4;base64,AAAA"}"#,
        "audio is a data URL: send only the base64 after its comma")
    ]
}
