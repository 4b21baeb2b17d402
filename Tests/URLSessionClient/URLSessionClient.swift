import Foundation

/// A front end without a screen: `URLSessionClient SERVER CALL…` makes the calls one after another
/// and writes a line for each response, and after a list a line for each row.
///
/// The calls: `getchatts`, `getaudio`, `postchatt USERNAME MESSAGE`, and
/// `postaudio USERNAME MESSAGE FILE`, where the file `-` means no audio.
@main
struct URLSessionClient {
  static func main() async throws {
    var words = CommandLine.arguments.dropFirst()
    guard let server = words.popFirst() else { return write("URLSessionClient SERVER CALL…") }
    let frontEnd = PhoneFrontEnd(server: server)
    while let call = words.popFirst() {
      switch call {
      case "postchatt":
        let response = try await frontEnd.postChatt(username: next(&words), message: next(&words))
        write("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
      case "postaudio":
        let (username, message, file) = (next(&words), next(&words), next(&words))
        let clip = file == "-" ? nil : try Data(contentsOf: URL(fileURLWithPath: file))
        let response = try await frontEnd.postAudio(
          username: username, message: message, clip: clip)
        write("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
      default:
        let (status, rows) = try await frontEnd.rows(of: call)
        write("\(status) \(rows.count) rows")
        for row in rows { write(row.map { $0 ?? "null" }.joined(separator: "\t")) }
      }
    }
  }

  private static func next(_ words: inout ArraySlice<String>) -> String {
    words.popFirst() ?? ""
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
