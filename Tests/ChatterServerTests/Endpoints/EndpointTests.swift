import Chatter
import HTTP
import Testing

@testable import ChatterServer

struct EndpointTests {
  private static let id = "01a20a93-88bd-77f3-9472-49386831bdab"

  @Test(arguments: [
    ("/getchatts/", Endpoint.getChatts), ("/postchatt", .postChatt), ("/getaudio/?x", .getAudio),
    ("/postaudio/", .postAudio), ("/v1/chatts?limit=1", .chatts), ("/v1/chatts/\(id)", .chatt),
    ("/v1/audio/\(id).m4a", .clip), ("/v1/events", .events), ("/v1/server", .server),
    ("/openapi.yaml", .openAPI), ("/livez", .livez), ("/readyz#a", .readyz), ("/", .other),
    ("/v1/chatts/x", .other), ("-", .other), ("", .other), ("/livez/", .other),
    ("/readyz/x", .other), ("livez", .other), ("/v1", .other), ("/v1/", .other),
    ("/v1/chatts/", .other), ("/v1/server/", .other), ("/v1/chatts/\(id)/", .other),
    ("/v1/audio/\(id)", .other), ("/v1/audio/.m4a", .other), ("/v1/chatts/\(id).m4a", .other),
  ])
  func isTheOneOfThePath(_ path: String, _ endpoint: Endpoint) {
    #expect(Endpoint.at(path) == endpoint)
  }

  @Test(arguments: Call.allCases)
  func isTheOneOfACallWithAndWithoutTheLastSlash(call: Call) {
    #expect(Endpoint.at(call.path).name == call.rawValue)
    #expect(Endpoint.at(call.pathWithoutLastSlash).name == call.rawValue)
    #expect(Endpoint.at(call.path + "/") == .other)
    #expect(Endpoint.at(call.path.uppercased()) == .other)
    #expect(Endpoint.at(String(call.path.dropFirst())) == .other)
  }

  @Test func opensOnlyTheServerAndItsHealthToEveryone() throws {
    let open: Set<Endpoint> = [.livez, .readyz, .server, .openAPI]
    for endpoint in Endpoint.all {
      let path = endpoint.path.replacing("{id}", with: Self.id)
      let actions = try #require(Endpoint.find(path)).actions
      #expect(actions[.head]?.access == actions[.get]?.access)
      for action in actions {
        let access: Access =
          switch action.method {
          case .post: .posting
          case .delete: .deletion
          default: open.contains(endpoint) ? .open : .reading
          }
        #expect(action.access == access, "\(endpoint.name)")
      }
      #expect(endpoint.acceptsPosts == (actions[.post] != nil))
    }
  }
}
