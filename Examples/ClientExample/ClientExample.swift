import Chatter
import ChatterClient
import Glibc

/// `client-example URL CERTIFICATE`: posts "hello" and prints the timeline.
@main
struct ClientExample {
  static func main() async throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: client-example URL CERTIFICATE")
      exit(64)
    }
    let (url, certificate) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let store = ChattStore(try Server(url: url, trust: .file(certificate)))
    try await store.postChatt(NewChatt(username: "example", message: "hello"))
    for chatt in store.chatts {
      print(printable([chatt.timestamp, chatt.username, chatt.message]))
    }
  }

  /// Returns the texts on one line, without control characters that a terminal would interpret.
  private static func printable(_ texts: [String?]) -> String {
    let line = texts.compactMap { $0 }.joined(separator: " ").unicodeScalars
    return String(
      String.UnicodeScalarView(line.filter { $0.properties.generalCategory != .control }))
  }
}
