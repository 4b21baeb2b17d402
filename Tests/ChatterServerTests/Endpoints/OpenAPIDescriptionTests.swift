import Chatter
import Foundation
import HTTP
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// The description is what the server does. `scripts/test-openapi` compares it with responses, too.
@Suite(.needs(.programs))
struct OpenAPIDescriptionTests {
  /// A part of the document.
  private typealias Object = [String: Any]

  private let document: Object

  init() async throws {
    let convert = "import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin.buffer), sys.stdout)"
    let run = try await ProgramRun("python3", ["-c", convert], input: OpenAPIDescription.yaml)
      .checked()
    document = try Self.object(run.output)
  }

  private static func object(_ json: [UInt8]) throws -> Object {
    try #require(JSONSerialization.jsonObject(with: Data(json)) as? Object)
  }

  /// The object at the end of a path of names.
  private func object(_ names: String...) throws -> Object {
    try names.reduce(document) { object, name in
      try #require(object[name] as? Object, "\(names.joined(separator: "."))")
    }
  }

  private func schema(_ name: String) throws -> Object { try object("components", "schemas", name) }

  @Test func hasThePathsAndMethodsOfTheEndpoints() throws {
    let paths = try object("paths")
    for (path, item) in paths {
      let example = path.replacing("{id}", with: "01942485-5e23-7d27-9f0c-0d6a4b0e8a51")
      guard let (_, actions) = Endpoint.find(example) else {
        Issue.record("no endpoint for \(path)")
        continue
      }
      let methods = Set(actions.methods.map { $0.name.lowercased() })
      // These two follow from the others, as the introduction of the description says.
      #expect(methods.contains("options"), "\(path)")
      #expect(methods.contains("head") == methods.contains("get"), "\(path)")
      let described = Set(try #require(item as? Object).keys).subtracting(["parameters"])
      #expect(described == methods.subtracting(["head", "options"]), "\(path)")
    }
    for endpoint in Endpoint.all { #expect(paths[endpoint.path] != nil, "\(endpoint.path)") }
  }

  @Test func hasTheCodesOfTheProblems() throws {
    var codes = Set(ProblemTests.errors.map { Problem($0.0).code })
    let reasons = ["missing", "repeated", "other-scheme", "oversized", "malformed"]
    codes.formUnion(reasons.map { "token-\($0)" })
    codes.formUnion(LimitedWork.allCases.map(\.code))
    codes.formUnion(Blocklist.Rule.allCases.map { "\($0.rawValue)-blocked" })
    for path in Repository.files(under: "Sources/ChatterServer", ending: ".swift") {
      let text = try Repository.text(of: path)
      let problems = text.matches(of: /(?:\.[a-zA-Z]+, |missing\(\s*)"([a-z0-9-]+)",/)
      codes.formUnion(problems.map { String($0.output.1) })
      let tokens = text.matches(of: /(?:\.token\(|reason: )"([a-z-]+)"/)
      codes.formUnion(tokens.map { "token-\($0.output.1)" })
    }
    let properties = try #require(try schema("Problem")["properties"] as? Object)
    let code = try #require(properties["code"] as? Object)
    #expect(Set(try #require(code["enum"] as? [String])) == codes)
  }

  @Test func hasTheMembersOfTheObjects() throws {
    let chatt = StoredChatt.sample(clip: .sample(bytes: 1))
    let server = try Self.object(ServerDescription(settings: ChatterService.Settings()).json)
    let audio = try #require(try Self.object(chatt.json)["audio"] as? Object)
    let limits = try #require(server["limits"] as? Object)
    for (name, object) in [
      ("Chatt", try Self.object(chatt.json)), ("Audio", audio),
      ("Page", try Self.object(ChattPage(chatts: [chatt]).json)), ("Server", server),
      ("Error", try Self.object(JSONBody.error("x"))),
      ("Problem", try Self.object(try #require(Problem.chattNotFound.response(isV1: true).json))),
    ] {
      try compare(try schema(name), with: object, name)
    }
    let properties = try #require(try schema("Server")["properties"] as? Object)
    try compare(try #require(properties["limits"] as? Object), with: limits, "limits")
    let posted = try #require(try schema("PostedChatt")["allOf"] as? [Object])
    let new = PostedChatt(id: chatt.id, createdAt: chatt.createdAt)
    let json = new.json(of: NewChatt(username: "a", message: "b"), deleteToken: "x")
    let members = try Self.object(try #require(json)).keys
    let added = Set(members).subtracting(try Self.object(chatt.json).keys)
    #expect(Set(try #require(posted.last?["properties"] as? Object).keys) == added)
  }

  /// All members are required: an absent value is null.
  private func compare(_ schema: Object, with object: Object, _ name: String) throws {
    #expect(Set(try #require(schema["properties"] as? Object).keys) == Set(object.keys), "\(name)")
    #expect(Set(try #require(schema["required"] as? [String])) == Set(object.keys), "\(name)")
  }

  @Test func hasTheMembersOfPosts() throws {
    let fields = Set(PostField.allCases.map(\.rawValue))
    // A synonym of username, which the text of the schema names.
    let described = fields.subtracting(["name"])
    for (name, expected) in [
      ("NewChatt", described), ("NewChattForm", described),
      ("NewText", described.subtracting(["audio"])),
    ] {
      let properties = try #require(try schema(name)["properties"] as? Object)
      #expect(Set(properties.keys) == expected, "\(name)")
    }
  }

  @Test func hasTheLimitsOfTheServer() throws {
    let limit = try object("components", "parameters", "limit", "schema")
    #expect(limit["maximum"] as? Int == PageQuery.limitMax)
    #expect(limit["default"] as? Int == PageQuery.limitDefault)
    let search = try object("components", "parameters", "search", "schema")
    #expect(search["maxLength"] as? Int == PageQuery.searchCharactersMax)
    #expect(try schema("NewUsername")["maxLength"] as? Int == PostLimit.usernameCharactersMax)
    #expect(try schema("NewMessage")["maxLength"] as? Int == PostLimit.messageBytesMax)
    let audio = try #require(try schema("Audio")["properties"] as? Object)
    let codec = try #require(audio["codec"] as? Object)
    #expect(codec["enum"] as? [String] == AudioCodec.allCases.map(\.rawValue))
    let server = try #require(try schema("Server")["properties"] as? Object)
    let text = try #require((server["features"] as? Object)?["description"] as? String)
    for feature in ServerDescription.features { #expect(text.contains("`\(feature)`")) }
  }

  @Test func refersOnlyToWhatItDefinesAndUsesAll() throws {
    let text = String(decoding: OpenAPIDescription.yaml, as: UTF8.self)
    let references = Set(
      text.matches(of: /#\/components\/([A-Za-z]+)\/([A-Za-z0-9]+)/).map {
        "\($0.output.1)/\($0.output.2)"
      })
    var defined: Set<String> = []
    for kind in ["parameters", "headers", "responses", "schemas"] {
      defined.formUnion(try object("components", kind).keys.map { "\(kind)/\($0)" })
    }
    #expect(references == defined)
  }
}

extension Response {
  /// The body, if it is in memory.
  fileprivate var json: [UInt8]? {
    if case .bytes(let bytes) = body { Array(bytes) } else { nil }
  }
}
