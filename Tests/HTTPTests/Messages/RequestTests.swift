import Testing

@testable import HTTP

struct RequestTests {
  private func request(_ target: String, _ fields: HeaderFields = [:]) throws -> Request {
    Request(
      method: .get, target: try RequestTarget(parsing: bytes(target), method: .get),
      version: .http2, fields: fields, body: BufferedBody(), client: .example,
      id: RequestID(connection: 255, request: 16))
  }

  @Test func prefersTheAuthorityOfTheTargetToHost() throws {
    #expect(try request("/", ["host": "a"]).authority == "a")
    #expect(try request("http://b/", ["host": "a"]).authority == "b")
    #expect(try request("/").authority == nil)
  }

  @Test func removesOneFieldAndNothingElse() throws {
    let whole = try request("/a?b", ["host": "a", "accept-encoding": "gzip", "x-y": "z"])
    let less = whole.removing(.acceptEncoding)
    #expect(less.fields == ["host": "a", "x-y": "z"])
    #expect(less.target.path == "/a" && less.target.query == "b" && less.id == whole.id)
    #expect(whole.fields.contains(.acceptEncoding))
  }
}
