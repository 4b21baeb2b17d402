import Chatter
import Testing

@testable import ChatterDaemon

struct DerivedIDsTests {
  private static let rows = [
    #"{"username":"ann","message":"hi"}"#,
    #"{"username":"ann","message":"hi","time":"2026-11-23T14:30:00Z"}"#,
    #"{"username":"ann","message":"hi","time":"2026-11-23T14:30:00.000001Z"}"#,
    #"{"username":"annh","message":"i"}"#,
    #"{"username":"ann","message":"hi0"}"#,
  ]

  private func ids(_ rows: [String], clips: [UInt8]? = nil) throws -> [ChattID] {
    var ids = DerivedIDs()
    return try rows.map {
      try ids.next(for: TransferredChatt(line: Array($0.utf8)[...]), clipSHA256: clips)
    }
  }

  @Test func areTheSameInEachRunAndDifferForEachRow() throws {
    let rows = Self.rows + Self.rows + [Self.rows[0]]
    let found = try ids(rows)
    #expect(try ids(rows) == found)
    #expect(Set(found).count == rows.count)
    #expect(try Set(ids(rows, clips: [1, 2])).isDisjoint(with: found))
    // Rows that are added later change no id.
    #expect(try ids(rows.dropLast(3)) == found.dropLast(3))
  }

  @Test func dependOnTheInstantAndNotOnItsText() throws {
    let texts = ["2026-11-23T14:30:00Z", "2026-11-23T15:30:00.0+01:00", "2026-11-23 14:30:00+00"]
    let found = try texts.map { text in
      try ids([#"{"username":"ann","message":"hi","createdAt":"\#(text)"}"#])
    }
    #expect(Set(found).count == 1)
  }

  @Test func areUUIDsOfVersion8() throws {
    for id in try ids(Self.rows) {
      let text = Array("\(id)")
      #expect(text[14] == "8" && "89ab".contains(text[19]))
    }
  }
}
