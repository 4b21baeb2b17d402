import Chatter
import ChatterClient

/// `client-example URL CERTIFICATE`: says hello, and prints the timeline.
@main
struct ClientExample {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let store = ChattStore(try Server(url: arguments[1], trust: .file(arguments[2])))
    try await store.postChatt(NewChatt(username: "example", message: "hello"))
    for chatt in store.chatts {
      print(chatt.timestamp ?? "", chatt.username ?? "", chatt.message ?? "")
    }
  }
}
