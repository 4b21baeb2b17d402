import HTTP
import TestSupport
import Testing

@testable import ChatterServer

struct BrowserPolicyTests {
  private let policy = BrowserPolicy.contentSecurityPolicy.text

  @Test func areInEveryResponse() async throws {
    let service = TestService()
    for (method, path) in [
      (Method.get, "/getchatts/"), (.get, "/nothing"), (.get, "/postchatt/"), (.get, "/livez"),
      (.options, "/postaudio/"), (.options, "*"), (.get, "/v1/chatts"), (.get, "/v1/nothing"),
      (.get, "/openapi.yaml"), ("TRACE", "/getchatts/"),
    ] {
      let fields = try await service.send(method, path).fields
      #expect(fields.values(of: .contentTypeOptions) == ["nosniff"], "\(method.name) \(path)")
      #expect(fields.values(of: .contentSecurityPolicy) == [policy], "\(method.name) \(path)")
    }
  }

  @Test func areInResponsesToRequestsThatCannotBeRead() {
    let fields = Problem.response(.badRequest, "the Host field is missing").fields
    #expect(fields.values(of: .contentTypeOptions) == ["nosniff"])
    #expect(fields.values(of: .contentSecurityPolicy) == [policy])
  }

  @Test func keepThePolicyOfAPage() async throws {
    let service = TestService {
      $0.otherPaths = { _ in
        Response(.ok, fields: [.contentSecurityPolicy: "default-src 'none'"])
      }
    }
    let fields = try await service.send(.get, "/").fields
    #expect(fields.values(of: .contentSecurityPolicy) == ["default-src 'none'"])
    #expect(fields.values(of: .contentTypeOptions) == ["nosniff"])
  }

  @Test func forbidFramesScriptsAndPlugins() {
    for directive in ["script-src", "frame-ancestors", "object-src", "base-uri"] {
      #expect(policy.contains("\(directive) 'none'"))
    }
    #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
  }
}
