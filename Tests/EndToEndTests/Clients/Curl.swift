import Foundation
import TestSupport

/// curl as people use it, with a server's certificate as trusted.
struct Curl {
  let server: ServerProcess

  /// The result of one run of curl.
  struct Outcome {
    let run: ProgramRun
    /// The body of the last response.
    let body: [UInt8]
    /// The values of the variables in `wanting`, in that order.
    let values: [Substring]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The lines of `--verbose`.
    var trace: String { run.errors }
  }

  /// Calls paths of the server (`/getchatts/`) in one run of curl; its options come first.
  ///
  /// - Parameter wanting: The names of variables of curl's `--write-out`.
  func call(
    _ paths: String..., options: [String] = [], wanting: [String] = ["http_code"]
  ) async throws -> Outcome {
    let files = try TemporaryDirectory()
    let format = wanting.map { "%{\($0)}" }.joined(separator: " ") + "\n"
    var arguments = ["--silent", "--show-error", "--max-time", "60", "--write-out", format]
    arguments += ["--cacert", server.certificate] + options
    for path in paths { arguments += ["--output", files.path(of: "body"), server.url + path] }
    let run = try await ProgramRun("curl", ["--disable"] + arguments)
    let body = (try? files.bytes(of: "body")) ?? []
    return Outcome(run: run, body: body, values: run.text.split { $0.isWhitespace })
  }

  /// Writes the body of a postaudio to a file, and returns its path.
  static func body(username: String, clip: [UInt8], in files: TemporaryDirectory) throws -> String {
    let audio = Data(clip).base64EncodedString()
    return try files.write(
      #"{"username":"\#(username)","message":"listen","audio":"\#(audio)"}"#, to: "body.json")
  }
}
