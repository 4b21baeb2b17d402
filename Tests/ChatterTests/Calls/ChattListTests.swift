import TestSupport
import Testing

@testable import Chatter

struct ChattListTests {
  private static func chatts() throws -> [Chatt] {
    let id = try #require(ChattID("01234567-89ab-7def-8123-456789abcdef"))
    let time = "2025-01-02T03:04:05.123Z"
    return [
      Chatt(username: "b", id: id, timestamp: time, audio: "QUJDPw=="),
      Chatt(username: "\"a\"", message: "x/é", id: id, timestamp: time),
    ]
  }

  private func read(_ body: String, ids: ListProfile.IDs = .with) throws -> ChattList {
    try ChattList(body: ArraySlice(body.utf8), ids: ids)
  }

  @Test func readsWhatTheServerWritesInEveryProfile() throws {
    let chatts = try Self.chatts()
    for shape in ListProfile.Shape.allCases {
      for ids in ListProfile.IDs.allCases {
        for audio in [false, true] {
          let body = ListProfile(shape: shape, ids: ids).encode(chatts, audio: audio)
          let list = try ChattList(body: body[...], ids: ids)
          #expect(list.skippedCount == 0)
          #expect(list.chatts.map(\.username) == chatts.map(\.username))
          #expect(list.chatts.map(\.message) == chatts.map(\.message))
          #expect(list.chatts.map(\.timestamp) == chatts.map(\.timestamp))
          #expect(list.chatts.map(\.id) == (ids == .with ? chatts.map(\.id) : [nil, nil]))
          #expect(list.chatts.map(\.audio) == (audio ? chatts.map(\.audio) : [nil, nil]))
        }
      }
    }
  }

  @Test func distinguishesRowsWithAndWithoutIDs() throws {
    let chatts = try Self.chatts()
    for ids in ListProfile.IDs.allCases {
      for call in [Call.getChatts, .getAudio] {
        let body = ListProfile(ids: ids).encode(chatts, audio: call == .getAudio)
        let other: ListProfile.IDs = ids == .with ? .without : .with
        let list = try ChattList(body: body[...], call: call)
        #expect(list.skippedCount == 0 && list.chatts.map(\.timestamp) == chatts.map(\.timestamp))
        #expect(list.chatts.map(\.id) == (ids == .with ? chatts.map(\.id) : [nil, nil]))
        #expect(try ChattList(body: body[...], call: call, ids: other).skippedCount == 2)
      }
    }
  }

  @Test func skipsRowsOfAnotherFormThanMost() throws {
    let (with, without) = (#"["a","b","c","d","e"]"#, #"["a","b","t","e"]"#)
    for rows in [[without, with, with], [with, with, without], [with, without]] {
      let body = Array("[\(rows.joined(separator: ","))]".utf8)
      let list = try ChattList(body: body[...], call: .getAudio)
      #expect(list.skippedCount == 1 && list.chatts.allSatisfy { $0.timestamp == "d" })
    }
    let body = Array("[\(with),\(without),\(without)]".utf8)
    let list = try ChattList(body: body[...], call: .getAudio)
    #expect(list.skippedCount == 1 && list.chatts.map(\.timestamp) == ["t", "t"])
    #expect(list.chatts.map(\.audio) == ["e", "e"])
  }

  @Test(
    arguments: [
      (["2025-01-02T03:04:06Z", "2025-01-02T03:04:05Z"], .newest),
      (["2025-01-02T03:04:05Z", "x", "2025-01-02T03:04:06Z"], .oldest),
      (["soon", "2025-01-02T03:04:05Z", "2025-01-02T03:04:06Z", "later"], .oldest),
      (["2025-01-02T03:04:05Z", "2025-01-02T03:04:05Z"], nil), (["x", "y"], nil), ([], nil),
    ] as [([String], ListProfile.Order?)])
  func detectsTheOrderFromTheOuterDates(timestamps: [String], order: ListProfile.Order?) throws {
    let rows = timestamps.map { #"["a","b",null,"\#($0)"]"# }.joined(separator: ",")
    #expect(try read("[\(rows)]").order == order)
  }

  @Test func acceptsNullElementsAndIgnoresInvalidIDs() throws {
    let list = try read(#"[[null,null,null,null],["a","b","17","then","null"]]"#)
    #expect(list.chatts.count == 2 && list.skippedCount == 0)
    #expect(list.chatts[0].username == nil && list.chatts[0].timestamp == nil)
    #expect(list.chatts[1].id == nil && list.chatts[1].audio == nil)
    #expect(list.chatts[1].timestamp == "then")
  }

  @Test(arguments: [
    "[]", #"["a"]"#, #"["a","b","c"]"#, #"["a","b","c","d","e","f"]"#,
    #"["a","b","c","d","e","f","g","h"]"#, #"["a","b",17,"d"]"#, #"["a","b","c",["d"]]"#,
    #"["a","b","c",true]"#, "7", "null", #""row""#, "{}", #"["\ud800","b","c","d"]"#,
  ])
  func skipsAndCountsMalformedRows(row: String) throws {
    let list = try read(#"[["a","b","c","d"],\#(row),["e","f","g","h"]]"#)
    #expect(list.chatts.map(\.username) == ["a", "e"])
    #expect(list.skippedCount == 1)
  }

  @Test func acceptsOtherKeysAndTheLastDuplicate() throws {
    let list = try read(
      #"{"count":1,"chatts":[[]],"x":{"chatts":[]},"chatts":[["a","b","c","d"]],"z":[[]]}"#)
    #expect(list.chatts.map(\.username) == ["a"])
    #expect(list.skippedCount == 0)
  }

  @Test(
    arguments: [
      ("", .malformed(.empty)), ("[[", .malformed(.cutShort(offset: 2))),
      ("<html>", .malformed(.unexpected(0x3C, offset: 0))),
      ("[] []", .malformed(.dataAfterEnd(offset: 3))),
      ("{}", .notAList(.object)), ("7", .notAList(.number)), ("null", .notAList(.null)),
      (#"{"error":"x"}"#, .notAList(.object)), (#"{"chatts":null}"#, .notAList(.null)),
      (#"{"chatts":[],"chatts":"x"}"#, .notAList(.text)),
    ] as [(String, ChattListError)])
  func distinguishesOtherValuesFromMalformedJSON(body: String, error: ChattListError) {
    #expect(throws: error) { try read(body) }
    #expect(error.description.hasPrefix("body is "))
  }

  @Test func rejectsPrefixesAndSurvivesChangedBytes() throws {
    let body = ListProfile(shape: .wrapped).encode(try Self.chatts(), audio: true)
    for count in 0..<body.count {
      #expect(throws: ChattListError.self) { try ChattList(body: body[..<count]) }
    }
    for offset in body.indices {
      for mask in [1, 2, 4, 8, 16, 32, 64, 128] as [UInt8] {
        var damaged = body
        damaged[offset] ^= mask
        _ = try? ChattList(body: damaged[...])
      }
    }
  }
}
