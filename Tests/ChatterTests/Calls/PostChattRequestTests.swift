import Foundation
import Testing

@testable import Chatter

struct PostChattRequestTests {
  private func read(_ body: String, bytesMax: Int = 100) throws(PostError) -> PostChattRequest {
    try PostChattRequest(body: ArraySlice(body.utf8), messageBytesMax: bytesMax)
  }

  @Test(arguments: [
    (#"{"username":"a","message":"m"}"#, "a", "m"),
    (#"{"message":"m","username":"a"}"#, "a", "m"),
    (#"{"name":"a","message":"m"}"#, "a", "m"),
    (#" {"username" : "a" , "message" : "" } "#, "a", ""),
    ("\u{FEFF}{\"username\":\"a\",\"message\":\"m\"}\r\n", "a", "m"),
    (#"{"id":[{"x":1}],"username":"a","audio":7,"message":"m","\ud800":0}"#, "a", "m"),
    (#"{"username":1,"message":[],"username":"a","message":"m"}"#, "a", "m"),
    (#"{"name":"b","username":"a","message":"m"}"#, "a", "m"),
    (#"{"username":"a","name":"b","message":"m"}"#, "a", "m"),
    (#"{"username":null,"name":"a","message":"m"}"#, "a", "m"),
    (#"{"name":null,"username":"a","message":"m"}"#, "a", "m"),
    (#"{"user\u006eame":"\u0061","message":"\ud83c\udfa7\/\n"}"#, "a", "🎧/\n"),
    (#"{"username":"Zoë","message":"漢字 \\ \""}"#, "Zoë", "漢字 \\ \""),
  ])
  func readsWhatFrontEndsSend(body: String, username: String, message: String) throws {
    let request = try read(body)
    #expect(request.username == username)
    #expect(request.message == message)
  }

  @Test(
    arguments: [
      ("", .malformed(.empty)), ("[]", .malformed(.notAnObject(.array))),
      ("\"x\"", .malformed(.notAnObject(.text))), ("12", .malformed(.notAnObject(.number))),
      ("null", .malformed(.notAnObject(.null))), ("[", .malformed(.cutShort(offset: 1))),
      ("username=a&message=m", .mistake(.formAsBody)),
      ("username", .malformed(.unexpected(UInt8(ascii: "u"), offset: 0))),
      (#"{"username":"a","message":"m"}x"#, .malformed(.dataAfterEnd(offset: 30))),
      ("{}", .missing(.username)), (#"{"message":"m"}"#, .missing(.username)),
      (#"{"username":null,"message":"m"}"#, .missing(.username)),
      (#"{"username":"","message":"m"}"#, .empty(.username)),
      (#"{"username":"","name":"b","message":"m"}"#, .empty(.username)),
      (#"{"name":"","message":"m"}"#, .empty(.name)), (#"{"username":"a"}"#, .missing(.message)),
      (#"{"username":"a","message":null}"#, .missing(.message)),
      (#"{"username":"a","message":"m","message":null}"#, .missing(.message)),
      (#"{"username":1,"message":"m"}"#, .notText(.username, .number)),
      (#"{"username":"a","name":{},"message":"m"}"#, .notText(.name, .object)),
      (#"{"username":"a","message":true}"#, .notText(.message, .boolean)),
      (#"{"username":"a","message":["m"]}"#, .notText(.message, .array)),
      (#"{"username":"a\u0000","message":"m"}"#, .nul(.username)),
      (#"{"username":"a","message":"\u0000"}"#, .nul(.message)),
      (#"{"username":"\ud83c","message":"m"}"#, .loneSurrogate(.username)),
      (#"{"username":"a","message":"\udfa7\ud83c"}"#, .loneSurrogate(.message)),
    ] as [(String, PostError)])
  func rejectsInvalidBodiesForTheirReasons(body: String, error: PostError) {
    #expect(throws: error) { try read(body) }
  }

  @Test(arguments: [
    "x", "é", "漢", "🎧",
  ])
  func limitsUsernamesTo255Characters(character: String) throws {
    func body(_ count: Int) -> String {
      #"{"username":"\#(String(repeating: character, count: count))","message":"m"}"#
    }
    #expect(try read(body(255)).username.unicodeScalars.count == 255)
    #expect(throws: PostError.usernameTooLong(charactersMax: 255)) { try read(body(256)) }
  }

  @Test func limitsTheBytesOfUnescapedMessages() throws {
    func body(_ message: String) -> String { #"{"username":"a","message":"\#(message)"}"# }
    #expect(try read(body(String(repeating: "é", count: 50))).message.utf8.count == 100)
    #expect(try read(body(String(repeating: #"\n"#, count: 100))).message.utf8.count == 100)
    #expect(throws: PostError.messageTooLong(bytesMax: 100)) {
      try read(body(String(repeating: "x", count: 101)))
    }
  }

  @Test func rejectsPrefixesAndSurvivesChangedBytes() {
    let body = Array(#"{"username":"Zoë","message":"\ud83c\udfa7 漢","x":[1,null]}"#.utf8)
    for count in 0..<body.count {
      let error = #expect(throws: PostError.self) { try PostChattRequest(body: body[..<count]) }
      #expect(error?.isMalformed == true)
    }
    for offset in body.indices {
      for value in UInt8.min...UInt8.max {
        var damaged = body
        damaged[offset] = value
        _ = try? PostChattRequest(body: damaged[...])
      }
    }
  }
}
