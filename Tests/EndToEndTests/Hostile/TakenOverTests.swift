import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TakenOverTests {
  static let loopCount = 40

  @Test func hasNoPrivilegesInSystemAndDatabase() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    let path = "/proc/\(server.program.processID)/status"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    func values(_ name: String) -> [Substring] {
      lines.first { $0.hasPrefix(name + ":") }?.split(whereSeparator: \.isWhitespace).dropFirst()
        .map { $0 } ?? []
    }
    #expect(Set(values("Uid")).count == 1 && values("Uid").first != "0")
    #expect(Set(values("Gid")).count == 1 && values("Gid").first != "0")
    for set in ["CapEff", "CapPrm", "CapInh", "CapAmb"] {
      #expect(values(set).allSatisfy { $0.allSatisfy { $0 == "0" } }, "\(set): \(values(set))")
    }
    #expect(try await server.response(to: .text("ada")).status == 200)
    let superusers = try await home.run(
      """
      select count(*) from pg_stat_activity activity join pg_roles role on rolname = usename
      where backend_type = 'client backend' and rolsuper and activity.pid <> pg_backend_pid()
      """)
    #expect(superusers == "0")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func opensSessionsForEveryOneOfManyLoops() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(
      .ownCluster(home), options: ["--loops", "\(Self.loopCount)", "--rate-limit", "0"])
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<80 {
        group.addTask {
          try await server.response(
            to: number % 2 == 0 ? .get("/getchatts/") : .text("ada", "\(number)")
          ).status
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(statuses == [200])
    let sessionsMax = try #require(Int(try await home.run("show max_connections")))
    #expect(sessionsMax > 3 * Self.loopCount, "three for each loop, and some for administrators")
    #expect(!server.program.errors.contains("too many clients"))
    #expect(try await server.stop() == .exited(0))
  }
}
