import Chatter
import Testing

@testable import ChatterClient

struct V1CallTests {
  @Test func hasTheTargetsAndMethodsOfTheAPI() throws {
    let server = try Server(url: "https://chatter.test/prefix")
    let id = ChattID(number: 7)
    func line(_ call: V1Call) -> String {
      let request = TransportRequest(call, on: server)
      return "\(request.method) \(request.url)"
    }
    let url = "https://chatter.test/prefix/v1"
    #expect(line(.page(before: nil, limit: 50)) == "GET \(url)/chatts?limit=50")
    #expect(
      line(.page(before: "a+/=é", limit: 2)) == "GET \(url)/chatts?limit=2&before=a%2B%2F%3D%C3%A9")
    #expect(line(.chatt(id)) == "GET \(url)/chatts/\(id)")
    #expect(line(.delete(id)) == "DELETE \(url)/chatts/\(id)")
    #expect(line(.post) == "POST \(url)/chatts")
    #expect(line(.clip(url: "/v1/audio/a.m4a")) == "GET \(url)/audio/a.m4a")
    #expect(line(.server) == "GET \(url)/server")
    #expect(line(.events) == "GET \(url)/events")
  }
}
