import Chatter
import HTTP
import Testing

@testable import ChatterServer

struct RouteTests {
  @Test(arguments: Call.allCases)
  func routesBothFormsOfACallPath(call: Call) {
    #expect(Route(path: call.path) == .call(call))
    #expect(Route(path: call.pathWithoutLastSlash) == .call(call))
    #expect(Route(path: call.path + "/") == nil)
    #expect(Route(path: call.path.uppercased()) == nil)
    #expect(Route(path: String(call.path.dropFirst())) == nil)
  }

  @Test func routesHealthChecksAtOnePathEach() {
    #expect(Route(path: "/livez") == .livez)
    #expect(Route(path: "/readyz") == .readyz)
    for path in ["", "/", "/livez/", "/readyz/x", "livez", "/healthz"] {
      #expect(Route(path: path) == nil)
    }
  }

  @Test func routesThePathsOfV1() throws {
    let id = try #require(ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51"))
    #expect(Route(path: "/v1/chatts") == .chatts && Route(path: "/v1/server") == .server)
    #expect(Route(path: "/v1/chatts/\(id)") == .chatt(id))
    #expect(Route(path: "/v1/audio/\(id).m4a") == .clip(id))
    for path in [
      "/v1", "/v1/", "/v1/chatts/", "/v1/server/", "/v1/chatts/\(id)/", "/v1/audio/\(id)",
      "/v1/audio/.m4a", "/v1/chatts/\(id).m4a",
    ] {
      #expect(Route(path: path) == nil, "\(path)")
    }
  }

  @Test func opensOnlyTheServerAndItsHealthToEveryone() throws {
    let id = try #require(ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51"))
    for route in [Route.livez, .readyz, .server, .openAPI] {
      for method in route.methods { #expect(route.access(by: method) == .open) }
    }
    for route in [
      Route.call(.getChatts), .call(.getAudio), .chatts, .chatt(id), .clip(id), .events,
    ] {
      #expect(route.access(by: .get) == .reading && route.access(by: .head) == .reading)
    }
    for route in [Route.call(.postChatt), .call(.postAudio), .chatts] {
      #expect(route.access(by: .post) == .posting)
    }
    #expect(Route.chatt(id).access(by: .delete) == .deletion)
  }
}
