import HTTP
import Testing

@testable import WebServer

@Suite("The room for request bodies (needs nothing)")
struct BodyRoomTests {
  @Test("a body holds what it takes beyond its free bytes, until it is over")
  func share() throws {
    let room = BodyRoom(bytesMax: 1000)
    do {
      var share = BodyShare(of: room)
      try share.take(BodyRoom.freeBytes - 1)
      #expect(room.heldBytes == 0)
      try share.take(2)
      #expect(room.heldBytes == 1)
      try share.take(999)
      #expect(room.heldBytes == 1000)
    }
    #expect(room.heldBytes == 0)
  }

  @Test("without room a body is refused, and takes none from the others")
  func refusal() throws {
    let room = BodyRoom(bytesMax: 1000)
    var first = BodyShare(of: room)
    try first.take(BodyRoom.freeBytes + 600)
    var second = BodyShare(of: room)
    #expect(throws: RequestBodyError.noRoom) { try second.take(BodyRoom.freeBytes + 401) }
    #expect(room.heldBytes == 600)
    try second.take(BodyRoom.freeBytes + 400)
    #expect(room.heldBytes == 1000)
  }
}
