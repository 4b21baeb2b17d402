import Foundation
import TestSupport
import Testing

/// A form of post that the server must accept: those that the contract names, and one message of
/// each kind. `ChatterServicePostsTests` of ChatterServerTests have more of them.
struct Arrival: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Makes the request of a user.
  let request: @Sendable (_ username: String) throws -> WireRequest
  var message: String? = "hello"
  var audio: @Sendable () throws -> [UInt8]? = { nil }

  private static func text(
    _ description: String, message: String? = "hello", _ target: String = "/postchatt/",
    body: @escaping @Sendable (String) -> String
  ) -> Arrival {
    Arrival(
      testDescription: description, request: { .post(target, body($0)) }, message: message)
  }

  private static func changed(
    _ description: String, _ change: @escaping @Sendable (inout WireRequest) -> Void
  ) -> Arrival {
    Arrival(
      testDescription: description,
      request: {
        var request = WireRequest.text($0)
        change(&request)
        return request
      })
  }

  private static func clip(
    _ description: String, payloadBytes: Int = 1, _ change: @escaping @Sendable (String) -> String
  ) -> Arrival {
    let clip: @Sendable () throws -> [UInt8] = {
      try Clips.clip(with: [UInt8](repeating: 0xFF, count: payloadBytes))
    }
    return Arrival(
      testDescription: description,
      request: { name in
        let base64 = change(try clip().base64)
        return .post(
          "/postaudio/", #"{"username":"\#(name)","message":"hello","audio":"\#(base64)"}"#)
      }, audio: clip)
  }

  static let all = types + heads + bodies + messages + noAudio + audio

  private static let types = [
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "",
  ].map { type in changed("Content-Type '\(type)'") { $0.fields.append("Content-Type: \(type)") } }

  private static let heads = [
    changed("no Content-Type") { _ in },
    changed("no space after the colons") {
      $0.fields = [
        "Host:x", "Content-Length:\($0.body?.count ?? 0)", "content-type:application/json",
      ]
    },
    changed("what a phone's stack accepts") {
      $0.fields += ["Accept-Encoding: gzip, deflate, br, zstd", "Accept: */*"]
    },
    changed("HTTP/1.0 kept alive") {
      $0.version = "HTTP/1.0"
      $0.fields.append("Connection: keep-alive")
    },
    changed("a chunked body with a trailer") {
      let body = $0.body ?? []
      let first = body.prefix(7)
      let size = String(body.count - 7, radix: 16).uppercased()
      $0.fields.append("Transfer-Encoding: chunked")
      $0.body =
        Array("7\r\n".utf8) + first + Array("\r\n\(size);x=y\r\n".utf8) + body.dropFirst(7)
        + Array("\r\n0\r\nX-Sum: 1\r\n\r\n".utf8)
    },
  ]

  private static let bodies = [
    changed("a byte order mark") { $0.body = [0xEF, 0xBB, 0xBF] + ($0.body ?? []) },
    text("keys in another order, and unknown ones") {
      #"{"z":{"a":[1,{"b":null}]},"message":"hello","":-1.5e3,"t":true,"username":"\#($0)","id":1}"#
    },
    text("the last of duplicate keys") {
      #"{"username":"x","message":7,"message":"hello","username":"\#($0)"}"#
    },
    text("name for username") { #"{"name":"\#($0)","message":"hello"}"# },
    text("a clip in postchatt, which is ignored") {
      #"{"username":"\#($0)","message":"hello","audio":"%"}"#
    },
  ]

  private static let messages = [
    text("every escape", message: "\"\\/\u{8}\u{C}\n\r\té\u{1F600}") {
      #"{"username":"\#($0)","message":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}"#
    },
    text("raw UTF-8", message: "\u{7F}é漢👩‍👧🇪🇺 e\u{301}\u{2028}\u{10FFFF}") {
      #"{"username":"\#($0)","message":"\#("\u{7F}é漢👩‍👧🇪🇺 e\u{301}\u{2028}\u{10FFFF}")"}"#
    },
    text("quotes, SQL and percents", message: "'; drop table chatts; -- %s $1") {
      #"{"username":"\#($0)","message":"'; drop table chatts; -- %s $1"}"#
    },
  ]

  private static let noAudio = [
    #""#, #","audio":null"#, #","audio":"""#, #","audio":"null""#,
  ].map { field in
    text("postaudio with no audio: '\(field)'", "/postaudio/") {
      #"{"username":"\#($0)","message":"hello"\#(field)}"#
    }
  }

  private static let audio = [
    clip("base64 in one line") { $0 },
    clip("iOS: every / as \\/") { $0.replacingOccurrences(of: "/", with: #"\/"#) },
    clip("Android: a newline each 76 characters and at the end") { $0.lines },
    clip("two characters of padding missing", payloadBytes: payloadBytes) {
      $0.trimmingCharacters(in: ["="])
    },
    Arrival(
      testDescription: "no message beside audio",
      request: { name in
        let base64 = try TinyClip.bytes().base64
        return .post("/postaudio", #"{"username":"\#(name)","audio":"\#(base64)"}"#)
      }, message: nil, audio: { try TinyClip.bytes() }),
  ]

  /// The payload length for which a clip's length modulo 3 is 1, so that the padding is two.
  private static let payloadBytes =
    (0..<3).first { ((try? Clips.clip(with: Array(repeating: 0, count: $0)).count) ?? 0) % 3 == 1 }
    ?? 0
}

extension String {
  /// The text in lines of 76 characters, each followed by an escaped newline.
  fileprivate var lines: String {
    var result = ""
    var rest = self[...]
    while !rest.isEmpty {
      result += rest.prefix(76) + #"\n"#
      rest = rest.dropFirst(76)
    }
    return result
  }
}
