import Chatter
import HTTP
import Testing

@testable import ChatterServer

@Suite("Routes (need nothing)")
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

  @Test func acceptsHeadWithGetAndOptionsEverywhere() {
    for call in Call.allCases {
      let expected: [Method] = call.isGet ? [.get, .head, .options] : [.post, .options]
      #expect(Route.call(call).methods == expected)
    }
    #expect(Route.livez.methods == [.get, .head, .options])
    #expect(Route.readyz.methods == [.get, .head, .options])
  }
}
