import Testing

@testable import ChatterServer

struct EndpointTests {
  private static let id = "01a20a93-88bd-77f3-9472-49386831bdab"

  @Test(arguments: [
    ("/getchatts/", Endpoint.getChatts), ("/postchatt", .postChatt), ("/getaudio/?x", .getAudio),
    ("/postaudio/", .postAudio), ("/v1/chatts?limit=1", .chatts), ("/v1/chatts/\(id)", .chatt),
    ("/v1/audio/\(id).m4a", .clip), ("/v1/events", .events), ("/v1/server", .server),
    ("/openapi.yaml", .openAPI), ("/livez", .livez), ("/readyz#a", .readyz), ("/", .other),
    ("/v1/chatts/x", .other), ("-", .other), ("", .other),
  ])
  func isTheOneOfThePath(_ path: String, _ endpoint: Endpoint) {
    #expect(Endpoint(path: path) == endpoint)
  }
}
