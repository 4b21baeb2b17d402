import Foundation
import TestSupport
import Testing

/// `chatterd delete` beside running servers.
@Suite(.needs(.postgreSQL))
struct DeleteVerbTests {
  private func delete(_ words: [String], _ database: String) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"), ["delete", "--database", database] + words,
      within: hangTimeout)
  }

  @Test func disappearsFromTheListsOfAllServersByTheNextResponse() async throws {
    let database = try await TestDatabase()
    let servers = [
      try await ServerProcess(.shared(database)), try await ServerProcess(.shared(database)),
    ]
    for number in 1...3 {
      #expect(try await servers[0].response(to: .text("ann", "\(number)")).status == 200)
    }
    #expect(
      try await servers[1].response(to: .clip("ann", TinyClip.bytes())).status == 200)
    #expect(try await servers[0].response(to: .text("bob", "stays")).status == 200)
    for server in servers {
      #expect(try await server.withClient { try await $0.rows().count } == 5)
    }

    let dry = try await delete(["--username", "ann", "--dry-run"], database.url)
    #expect(dry.text.hasPrefix("would delete 4 chatts, 1 of them with a clip ("))
    // Without a terminal there is nobody to ask.
    let unasked = try await delete(["--username", "ann"], database.url)
    #expect(unasked.status == 2 && unasked.errors.contains("add --yes"))
    #expect(try await database.run("select count(*) from chatts") == "5")

    let done = try await delete(["--username", "ann", "--yes"], database.url)
    #expect(done.text.hasPrefix("deleted 4 chatts, 1 of them with a clip ("))
    for server in servers {
      for path in ["/getchatts/", "/getaudio/"] {
        let rows = try await server.withClient { try await $0.rows(path) }
        #expect(rows.map(\.first) == ["bob"])
      }
    }
    #expect(try await database.run("select count(audio) from chatts") == "0")
    let again = try await delete(["--username", "ann", "--yes"], database.url)
    #expect(again.text == "nothing to delete")
    for server in servers { #expect(try await server.stop() == .exited(0)) }
  }

  @Test func namesUnknownIDs() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    #expect(try await server.response(to: .text("ann", "1")).status == 200)
    let id = try await database.run("select id from chatts")
    let unknown = "01942485-5e23-7d27-9f0c-0d6a4b0e8a51"
    let run = try await delete(["--yes", unknown, id], database.url)
    #expect(run.status == 1 && run.errors.contains("no chatt has the id \(unknown)"))
    #expect(try await database.run("select count(*) from chatts") == "0")
    #expect(try await server.stop() == .exited(0))
  }

  @Test func deletesFromAPrivateClusterWhileItIsServed() async throws {
    let home = try PrivateHome()
    let server = try await ServerProcess(.ownCluster(home))
    #expect(try await server.response(to: .text("ann", "1")).status == 200)
    let run = try await ProgramRun(
      Repository.program("chatterd"),
      [
        "delete", "--data-dir", home.directory.path, "--database", "private", "--username", "ann",
        "--yes",
      ],
      within: hangTimeout)
    #expect(run.text == "deleted 1 chatt")
    #expect(try await server.withClient { try await $0.rows().isEmpty })
    #expect(try await server.stop() == .exited(0))
  }
}
