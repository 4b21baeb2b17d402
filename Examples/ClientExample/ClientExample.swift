import Chatter
import ChatterClient
import Foundation
import Observation

/// `client-example URL CERTIFICATE [CLIP]`: posts "hello", with a clip if one is given, and prints
/// the timeline when it changes.
@main
struct ClientExample {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard (2...3).contains(arguments.count) else {
      print("usage: client-example URL CERTIFICATE [CLIP]")
      exit(64)
    }
    let (url, certificate) = (arguments[1], arguments[2])
    let store = ChattStore(try Server(url: url, trust: .file(certificate)))
    let printing = Task { await printTimeline(of: store) }
    var chatt = NewChatt(username: "example", message: "hello")
    if arguments.count == 3 {
      chatt.audio = try AudioClip(bytes: [UInt8](Data(contentsOf: URL(filePath: arguments[3]))))
    }
    do {
      try await store.postChatt(chatt)
      if let error = store.lastError { throw error }
    } catch {
      FileHandle.standardError.write(Data("not posted, or not listed: \(error)\n".utf8))
      exit(1)
    }
    await printing.value
  }

  /// Prints the first list that arrives. A user interface would observe all of them.
  @MainActor private static func printTimeline(of store: ChattStore) async {
    for await chatts in Observations({ store.chatts }) where !chatts.isEmpty {
      for chatt in chatts {
        let clip = chatt.audio == nil ? nil : "(clip)"
        print(printable([chatt.timestamp, chatt.username, chatt.message, clip]))
      }
      return
    }
  }

  /// Returns the texts on one line, without control characters that a terminal would interpret.
  private static func printable(_ texts: [String?]) -> String {
    let line = texts.compactMap { $0 }.joined(separator: " ").unicodeScalars
    return String(
      String.UnicodeScalarView(line.filter { $0.properties.generalCategory != .control }))
  }
}
