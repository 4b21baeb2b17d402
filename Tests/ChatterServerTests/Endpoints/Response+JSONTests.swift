import Chatter
import HTTP
import Testing

@testable import ChatterServer

struct ResponseJSONTests {
  @Test func setsContentTypeAndLength() {
    let fields: HeaderFields = [
      .contentType: "application/json; charset=utf-8", .cacheControl: "no-cache",
    ]
    #expect(Response(json: [0x5B, 0x5D]).fields == fields)
    #expect(Response(json: [0x5B, 0x5D]).body.announcedBytes == 2)
    #expect(Response(.notFound, json: [], cacheControl: "no-store").status == .notFound)
  }
}
