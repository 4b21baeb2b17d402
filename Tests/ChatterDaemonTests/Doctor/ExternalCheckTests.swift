import TestSupport
import Testing

@testable import ChatterDaemon

struct ExternalCheckTests {
  struct Case: Sendable {
    let kind: FaultKind
    /// The options; `DIR` is the directory.
    let options: String
    /// The files of the directory.
    var files: [String: String] = [:]
  }

  private static let provider = "--token-issuer https://id.example --token-audience chat"

  static let cases = [
    Case(kind: .optionFileInvalid, options: "--blocked DIR/none"),
    Case(kind: .optionFileInvalid, options: "--blocked DIR"),
    Case(kind: .optionFileInvalid, options: "--blocked DIR/b", files: ["b": "word a\nfoo bar\n"]),
    Case(kind: .optionFileInvalid, options: "--jwks DIR/none \(provider)"),
    Case(kind: .optionFileInvalid, options: "--jwks DIR/k \(provider)", files: ["k": "{}"]),
    Case(kind: .optionFileInvalid, options: "--admin 1", files: ["admin-password": "two words"]),
    Case(kind: .keysUnavailable, options: "--jwks https://127.0.0.1:1/ \(provider)"),
    Case(kind: .webhookUnavailable, options: "--post-webhook http://127.0.0.1:1/"),
  ]

  @Test(arguments: cases) func findsWhatCannotBeUsed(sample: Case) async throws {
    let directory = try TemporaryDirectory()
    for (name, text) in sample.files { try directory.write(text, to: name, permissions: 0o600) }
    let options = sample.options.replacing("DIR", with: directory.path)
    let check = ExternalCheck(configuration: try serve("--data-dir \(directory.path) \(options)"))
    let faults = check.fileFaults + (await check.serverFaults())
    #expect(faults.map(\.kind) == [sample.kind], "\(faults)")
    for fault in faults { #expect(!fault.cure.contains("{"), "\(fault)") }
  }

  @Test func findsNothingInFilesThatAreGood() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("word bad", to: "blocked")
    let options = "--data-dir \(directory.path) --blocked \(directory.path)/blocked --admin 1"
    let check = ExternalCheck(configuration: try serve(options))
    #expect(check.fileFaults == [])
    #expect(await check.serverFaults() == [])
    #expect(try directory.names() == ["blocked"], "it creates no password")
  }
}
