import Foundation
import TestSupport

/// curl as people use it, told to trust a server's certificate.
struct Curl {
  let server: ServerProcess

  /// What curl prints after each answer, so that a test can tell the parts of its output.
  struct Outcome {
    let run: ProgramRun
    /// The body of the last answer.
    let body: [UInt8]
    /// The fields asked for by `wanting`, in that order.
    let values: [Substring]

    var text: String { String(decoding: body, as: UTF8.self) }
    /// The lines of `--verbose`.
    var trace: String { run.errors }
  }

  /// Calls paths of the server (`/getchatts/`) in one run of curl; its options come first.
  ///
  /// - Parameter wanting: names of curl's `--write-out`; `http_code` when none is named.
  func call(
    _ paths: String..., options: [String] = [], wanting: [String] = ["http_code"],
    input: [UInt8] = []
  ) async throws -> Outcome {
    let files = try TemporaryDirectory()
    let format = wanting.map { "%{\($0)}" }.joined(separator: " ") + "\n"
    var arguments = ["--silent", "--show-error", "--max-time", "60", "--write-out", format]
    arguments += ["--cacert", server.certificate] + options
    for path in paths { arguments += ["--output", files.path(of: "body"), server.url + path] }
    let run = try await ProgramRun("curl", ["--disable"] + arguments, input: input)
    let body = (try? files.bytes(of: "body")) ?? []
    return Outcome(run: run, body: body, values: run.text.split { $0.isWhitespace })
  }

  /// The body of a postaudio, as a file to be named to curl.
  static func body(username: String, clip: [UInt8], in files: TemporaryDirectory) throws -> String {
    let audio = Data(clip).base64EncodedString()
    return try files.write(
      #"{"username":"\#(username)","message":"listen","audio":"\#(audio)"}"#, to: "body.json")
  }
}
