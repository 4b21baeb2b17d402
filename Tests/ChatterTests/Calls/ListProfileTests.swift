import Foundation
import Testing

@testable import Chatter

@Suite("ListProfile and ChattListWriter")
struct ListProfileTests {
  static func chatts() throws -> [Chatt] {
    let time = try #require(Timestamp("2025-01-02T03:04:05.123Z"))
    let id = try #require(ChattID("01234567-89ab-7def-8123-456789abcdef"))
    return [
      Chatt(
        username: "b", message: nil, id: id, timestamp: time, audioBytes: Array("ABC?".utf8)),
      Chatt(username: "\"a\"", message: "x/é", id: id, timestamp: time, audioBytes: nil),
    ]
  }

  private func encoded(_ profile: ListProfile, audio: Bool) throws -> String {
    String(decoding: profile.encode(try Self.chatts(), audio: audio), as: UTF8.self)
  }

  private let id = #""01234567-89ab-7def-8123-456789abcdef""#
  private let time = #""2025-01-02T03:04:05.123Z""#

  @Test func writesFourElementsForGetChatts() throws {
    #expect(
      try encoded(ListProfile(), audio: false)
        == #"[["b",null,\#(id),\#(time)],["\"a\"","x/é",\#(id),\#(time)]]"#)
  }

  @Test func writesFiveElementsForGetAudio() throws {
    #expect(
      try encoded(ListProfile(), audio: true)
        == #"[["b",null,\#(id),\#(time),"QUJDPw=="],["\"a\"","x/é",\#(id),\#(time),null]]"#)
  }

  @Test func writesWrappedOldestFirstWithoutIDs() throws {
    let profile = ListProfile(shape: .wrapped, order: .oldest, ids: .without)
    #expect(
      try encoded(profile, audio: false)
        == #"{"chatts":[["\"a\"","x/é",\#(time)],["b",null,\#(time)]]}"#)
    #expect(
      try encoded(profile, audio: true)
        == #"{"chatts":[["\"a\"","x/é",\#(time),null],["b",null,\#(time),"QUJDPw=="]]}"#)
  }

  @Test(
    arguments: [(.arrays, "[]"), (.wrapped, #"{"chatts":[]}"#)]
      as [(
        ListProfile.Shape, String
      )])
  func writesAnEmptyTimeline(shape: ListProfile.Shape, body: String) {
    #expect(ListProfile(shape: shape).encode([], audio: true) == Array(body.utf8))
  }

  @Test func namesOptionsLikeTheServersOptions() {
    #expect(ListProfile.Shape.allCases.map(\.rawValue) == ["arrays", "wrapped"])
    #expect(ListProfile.Order.allCases.map(\.rawValue) == ["newest", "oldest"])
    #expect(ListProfile.IDs.allCases.map(\.rawValue) == ["with", "without"])
  }

  @Test func skipsAndCountsIncompleteChatts() throws {
    var writer = ChattListWriter(profile: ListProfile(), audio: false)
    let good = try Self.chatts()[0]
    for change in [\Chatt.username, \.timestamp] as [WritableKeyPath<Chatt, String?>] {
      var chatt = good
      chatt[keyPath: change] = nil
      writer.append(chatt)
    }
    var nameless = good
    nameless.id = nil
    writer.append(nameless)
    writer.append(good)
    writer.finish()
    #expect(writer.skippedCount == 3)
    #expect(writer.takeOutput() == ListProfile().encode([good], audio: false))
  }

  @Test func writesTheSameListChattByChatt() throws {
    let chatts = try Self.chatts()
    var writer = ChattListWriter(profile: ListProfile(), audio: true)
    var body: [UInt8] = []
    for chatt in chatts {
      writer.append(chatt)
      #expect(writer.outputCount > 0)
      body += writer.takeOutput()
      #expect(writer.outputCount == 0)
    }
    writer.finish()
    #expect(body + writer.takeOutput() == ListProfile().encode(chatts, audio: true))
  }

  @Test func writesAudioTextUnchanged() throws {
    var chatt = try Self.chatts()[1]
    chatt.audio = "QUJD\n"
    let body = String(decoding: ListProfile().encode([chatt], audio: true), as: UTF8.self)
    #expect(body.hasSuffix(#","QUJD\n"]]"#))
  }
}
