import HTTP
import Testing

@testable import ChatterServer

struct CrossOriginTests {
  static let preflight: HeaderFields = [
    .origin: "https://a.example", .accessControlRequestMethod: "POST",
    "Access-Control-Request-Headers": "content-type",
  ]

  func fields(
    _ origins: [String], _ method: Method = .get, _ fields: HeaderFields
  ) throws -> HeaderFields {
    var response = Response(.ok)
    CrossOrigin(origins: origins).permit(
      &response, to: try .test(method, "/getchatts/", fields: fields))
    return response.fields
  }

  @Test func addsNothingWithoutListedOrigins() throws {
    #expect(try fields([], .get, [.origin: "https://a.example"]) == [:])
    #expect(try fields([], .options, Self.preflight) == [:])
  }

  @Test func knowsTheOriginsThatMayReadAndPost() {
    let policy = CrossOrigin(origins: ["https://A.example", "null"])
    #expect(policy.permits("https://a.EXAMPLE") && policy.permits("null"))
    #expect(!policy.permits("https://b.example"))
  }

  @Test func permitsListedOriginsInAnyCase() throws {
    let origins = ["https://A.example", "http://localhost:8000"]
    for origin in ["https://a.example", "HTTPS://A.EXAMPLE", "http://localhost:8000"] {
      let found = try fields(origins, .get, [.origin: try FieldValue(origin)])
      #expect(found[.accessControlAllowOrigin] == origin)
      #expect(found[.vary] == "Origin")
      #expect(found.count == 2)
    }
  }

  @Test func permitsTheMethodsAndFieldsOfV1() throws {
    var response = Response(.noContent)
    var fields = Self.preflight
    fields.set(.origin, "https://a.example")
    CrossOrigin(origins: ["https://a.example"]).permit(
      &response, to: try .test(.options, "/v1/chatts", fields: fields))
    #expect(response.fields[.accessControlAllowMethods] == "GET, HEAD, POST, DELETE")
    #expect(
      response.fields[.accessControlAllowHeaders]
        == "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, "
        + "Last-Event-ID, Range")
    #expect(
      response.fields[.accessControlExposeHeaders]
        == "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After")
  }

  @Test(
    arguments: [
      "https://b.example", "https://a.example.evil.org", "https://a.example:8443",
      "http://a.example", "null", "", "*",
    ])
  func addsOnlyVaryForOtherOrigins(origin: String) throws {
    let sent: HeaderFields = origin.isEmpty ? [:] : [.origin: try FieldValue(origin)]
    #expect(try fields(["https://a.example"], .get, sent) == [.vary: "Origin"])
  }

  @Test func respondsToPreflightsWithMethodsFieldsAndMaxAge() throws {
    let found = try fields(["https://a.example"], .options, Self.preflight)
    #expect(found[.accessControlAllowOrigin] == "https://a.example")
    #expect(found[.accessControlAllowMethods] == "GET, HEAD, POST")
    #expect(found[.accessControlAllowHeaders] == "Authorization, Content-Type, Idempotency-Key")
    #expect(found[.accessControlMaxAge] == "600")
    let stranger = try fields(["https://c.example"], .options, Self.preflight)
    #expect(stranger == [.vary: "Origin"])
  }

  @Test func recognizesPreflightsByOriginAndMethod() throws {
    let policy = CrossOrigin(origins: ["https://a.example"])
    #expect(policy.isPreflight(try .test(.options, "/", fields: Self.preflight)))
    #expect(!policy.isPreflight(try .test(.post, "/", fields: Self.preflight)))
    #expect(!policy.isPreflight(try .test(.options, "/", fields: [.origin: "https://a.example"])))
    #expect(
      !policy.isPreflight(
        try .test(.options, "/", fields: [.accessControlRequestMethod: "POST"])))
  }

  @Test func respondsToPreflightsOfEveryPathWithoutABody() async throws {
    let service = TestService { $0.crossOrigin = CrossOrigin(origins: ["https://a.example"]) }
    for path in ["/getchatts/", "/postaudio", "/livez"] {
      let response = try await service.send(.options, path, fields: Self.preflight)
      #expect(response.status == .noContent)
      #expect(response.fields[.accessControlAllowOrigin] == "https://a.example")
      #expect(response.fields[.accessControlMaxAge] == "600")
    }
  }

  func permitsPost(
    _ origins: [String] = [], from sent: [String], to host: String? = "chat.example"
  ) throws -> Bool {
    var fields: HeaderFields = [:]
    if let host { fields.set(.host, try FieldValue(host)) }
    for origin in sent { fields.append(.origin, try FieldValue(origin)) }
    return CrossOrigin(origins: origins).permitsPost(
      try .test(.post, "/postchatt/", fields: fields))
  }

  @Test func permitsPostsWithoutOriginAndFromOwnPages() throws {
    #expect(try permitsPost(from: []))
    #expect(try permitsPost(from: ["https://chat.example"]))
    #expect(try permitsPost(from: ["https://chat.example"], to: "Chat.Example:443"))
    #expect(try permitsPost(from: ["https://chat.example:443"]))
    #expect(try permitsPost(from: ["https://chat.example:8443"], to: "chat.example:8443"))
    #expect(try permitsPost(from: ["https://[::1]:8443"], to: "[::1]:8443"))
  }

  @Test(
    arguments: [
      "http://chat.example", "https://evil.example", "https://chat.example.evil.example",
      "https://chat.example:8443", "null", "", "https://", "chat.example",
    ])
  func refusesPostsFromOtherOrigins(origin: String) throws {
    #expect(try !permitsPost(from: [origin]))
    #expect(try !permitsPost(from: ["https://chat.example", origin]))
    #expect(try !permitsPost(from: [origin], to: nil))
    #expect(try !permitsPost(["https://a.example"], from: [origin]))
  }

  @Test func permitsPostsFromListedOrigins() throws {
    #expect(try permitsPost(["https://A.example"], from: ["https://a.example"]))
    #expect(try permitsPost(["http://localhost:3000"], from: ["http://localhost:3000"], to: nil))
    #expect(try permitsPost(["null"], from: ["null"]))
    #expect(try !permitsPost(["https://a.example"], from: ["https://a.example", "null"]))
  }

  @Test func refusesForeignPostsUnreadButServesLists() async throws {
    let service = TestService { $0.crossOrigin = CrossOrigin(origins: ["https://a.example"]) }
    let json = Array(#"{"username":"a","message":"b"}"#.utf8)
    for path in ["/postchatt/", "/postaudio"] {
      let body = CountedBody(json, announced: json.count)
      let response = try await service.send(
        .post, path, fields: [.origin: "https://b.example"], body: body)
      #expect(response.status == .forbidden)
      #expect(try await response.errorMessage()?.contains("--cors-origin") == true)
      #expect(body.readCount == 0)
    }
    let listed = try await service.send(
      .post, "/postchatt/", fields: [.origin: "https://a.example"], body: BufferedBody(json))
    #expect(listed.status == .ok)
    let reading = try await service.send(
      .get, "/getchatts/", fields: [.origin: "https://b.example"])
    #expect(reading.status == .ok)
  }
}
