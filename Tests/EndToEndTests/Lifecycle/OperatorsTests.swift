import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct OperatorsTests {
  /// A server with a listener for operators.
  private struct Operated {
    let server: ServerProcess
    /// The address of the listener, such as `http://127.0.0.1:41234`.
    let url: String

    init() async throws {
      server = try await ServerProcess(options: ServerProcess.figureOptions)
      url = try await server.operatorsURL
    }

    func curl(_ words: String...) async throws -> String {
      try await ProgramRun(
        "curl", ["--silent", "--show-error", "--fail-with-body"] + words, within: hangTimeout
      ).checked().text
    }

    func status(_ words: String...) async throws -> String {
      try await ProgramRun(
        "curl", ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}"] + words,
        within: hangTimeout
      ).checked().text
    }

    /// The words for curl with the password.
    var password: String {
      get throws {
        let bytes = try server.dataDirectory.bytes(of: "admin-password")
        return "admin:" + String(decoding: bytes.dropLast(), as: UTF8.self)
      }
    }

    /// Posts a text, and returns the id of its chatt.
    func post(_ message: String) async throws -> String {
      let answer = try await curl(
        "--cacert", server.certificate, "--json", #"{"username":"ann","message":"\#(message)"}"#,
        "\(server.url)/v1/chatts")
      return String(try #require(answer.firstMatch(of: /"id":"([0-9a-f-]+)"/)?.1))
    }
  }

  @Test func metricsCountWhatHappened() async throws {
    let operated = try await Operated()
    _ = try await operated.post("one")
    let status = try await operated.status(
      "--cacert", operated.server.certificate, "--data", "{",
      "\(operated.server.url)/postchatt/")
    #expect(status == "400")
    let text = try await operated.curl("\(operated.url)/metrics")
    for line in [
      #"chatterd_posts_total{endpoint="chatts",outcome="stored"} 1"#,
      #"chatterd_posts_total{endpoint="postchatt",outcome="refused"} 1"#,
      #"chatterd_refusals_total{endpoint="postchatt",reason="malformed-json"} 1"#,
      #"chatterd_requests_total{endpoint="chatts",status="201",protocol="HTTP/2"} 1"#,
      "chatterd_request_duration_seconds_count{endpoint=\"chatts\"} 1",
    ] {
      #expect(text.contains(line + "\n"), "\(line)")
    }
    #expect(text.contains(#"chatterd_handshakes_total{version="TLSv1.3",resumed="false"}"#))
    #expect(!text.contains("chatterd_disk_"), "the disk of another database")
    // Prometheus recommends such names.
    for line in text.split(separator: "\n") where line.hasPrefix("# TYPE ") {
      let words = line.split(separator: " ")
      #expect(words[2].hasPrefix("chatterd_") || words[2].hasPrefix("process_"))
      #expect(words[2].hasSuffix("_total") == (words[3] == "counter"))
      #expect(words[2].utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
    }
    #expect(try await operated.server.stop() == .exited(0))
  }

  @Test func thePageNeedsThePasswordAndDeletesChatts() async throws {
    let operated = try await Operated()
    let id = try await operated.post("hello")
    #expect(try await operated.status("\(operated.url)/admin") == "401")
    #expect(try await operated.status("--user", "admin:x", "\(operated.url)/admin") == "401")
    #expect(
      try await operated.curl("\(operated.url)/metrics")
        .contains("\nchatterd_admin_wrong_passwords_total 1\n"))
    let password = try operated.password
    #expect(
      try await operated.curl("--user", password, "\(operated.url)/admin").contains("<h1>chatterd"))
    #expect(
      try await operated.curl("--user", password, "\(operated.url)/admin/v1/chatts").contains(id))
    let configuration = try await operated.curl(
      "--user", password, "\(operated.url)/admin/configuration")
    #expect(
      configuration.contains(
        #"{"name":"database","value":"(hidden)","origin":"--database"}"#))
    let chatt = "\(operated.url)/admin/v1/chatts/\(id)"
    #expect(
      try await operated.status("--user", password, "--request", "DELETE", chatt) == "204")
    #expect(
      try await operated.status("--user", password, "--request", "DELETE", chatt) == "404")
    let list = try await operated.curl(
      "--cacert", operated.server.certificate, "\(operated.server.url)/getchatts/")
    #expect(list == "[]")
    _ = try await operated.server.program.line(containing: "an operator deleted a chatt")
    // The listener has no TLS, and the server's own has none of its paths.
    #expect(
      try await operated.status(
        "--cacert", operated.server.certificate, "\(operated.server.url)/metrics") == "404")
    #expect(try await operated.server.stop() == .exited(0))
  }

  @Test func theOptionsOfTheLogChangeOnReload() async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("log-level = notice\n", to: "chatterd.conf")
    let server = try await ServerProcess(.shared(TestDatabase()), options: ["--config", file])
    try directory.write("log-level = debug\nlog-format = json\n", to: "chatterd.conf")
    server.program.send(SIGHUP)
    _ = try await server.program.line(containing: #""message":"certificate reloaded""#)
    try directory.write("log-level = loud\n", to: "chatterd.conf")
    server.program.send(SIGHUP)
    let line = try await server.program.line(containing: "keeping the options of the log")
    #expect(line.contains("chatterd.conf:1: log-level"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func aTraceOfTheClientIsLogged() async throws {
    let server = try await ServerProcess()
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    _ = try await server.response(
      to: .get("/getchatts/").with(fields: "traceparent: 00-\(trace)-00f067aa0ba902b7-01"))
    let line = try await server.program.line(containing: "path=/getchatts/")
    #expect(line.hasSuffix("trace=\(trace)"))
    #expect(try await server.stop() == .exited(0))
  }
}
