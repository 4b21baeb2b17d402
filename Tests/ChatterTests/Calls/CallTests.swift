import Testing

@testable import Chatter

struct CallTests {
  @Test(
    arguments: [
      (.getChatts, "GET", "/getchatts/"), (.postChatt, "POST", "/postchatt/"),
      (.getAudio, "GET", "/getaudio/"), (.postAudio, "POST", "/postaudio/"),
    ] as [(Call, String, String)])
  func matchesTheTableOfTheContract(call: Call, method: String, path: String) {
    #expect(call.method == method)
    #expect(call.path == path)
    #expect(call.isGet == (method == "GET"))
    #expect(Call(path: path) == call)
    #expect(Call(path: String(path.dropLast())) == call)
    #expect(call.pathWithoutLastSlash == path.dropLast())
  }

  @Test(arguments: [
    "", "/", "getchatts/", "/getchatts//", "//getchatts/", "/getchatt", "/getchattsx",
    "/GetChatts/",
    "/getchatts/x", "/getchatts?", "/xgetchatts", "getchatts",
  ])
  func rejectsOtherPaths(path: String) {
    #expect(Call(path: path) == nil)
  }
}
