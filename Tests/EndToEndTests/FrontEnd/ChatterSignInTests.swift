import Foundation
import TestSupport
import Testing

/// `chatter sign-in` and the calls with its token, with a real server that is closed to strangers.
@Suite(.needs(.postgreSQL))
struct ChatterSignInTests {
  private static let restricted = ["--posting", "token", "--reading", "token"]

  private func token(_ words: String..., of database: TestDatabase) async throws -> String {
    try await ProgramRun(
      Repository.program("chatterd"), ["token"] + words + ["--database", database.url],
      within: hangTimeout
    ).checked().text
  }

  /// Returns a program that knows the server.
  private func chatter(_ server: ServerProcess) async throws -> ChatterVerbs {
    let chatter = try ChatterVerbs()
    let saved = try await chatter.run(["server", server.url, "--trust", server.certificate])
    #expect(saved.status == 0, "\(saved.errors)")
    #expect(saved.errors.hasSuffix("needs a token: run chatter sign-in\n"), "\(saved.errors)")
    return chatter
  }

  @Test func readsPostsAndDeletesWithTheToken() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let ann = try await token("add", "ann", of: database)
    let chatter = try await chatter(server)
    for words in [["list"], ["post", "x"], ["play", "latest"]] {
      let closed = try await chatter.run(words)
      #expect(closed.status == 77 && closed.errors.hasSuffix("(run chatter sign-in)\n"))
    }
    let wrong = try await chatter.run(["sign-in"], input: Array((ann + "x\n").utf8))
    #expect(wrong.status == 77 && wrong.errors.contains("does not accept this token"))
    let signedIn = try await chatter.run(["sign-in"], input: Array((ann + "\n").utf8))
    #expect(signedIn.status == 0 && signedIn.errors == "Signed in as ann.\n", "\(signedIn.errors)")
    let file = chatter.home.path(of: "chatter/chatter.conf")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)

    let bytes = try TinyClip.bytes()
    let clip = try chatter.home.write(bytes, to: "clip.m4a")
    #expect(try await chatter.run(["post", "hello", "--audio", clip]).status == 0)
    let list = try await chatter.run(["list", "--json"])
    #expect(list.text.contains(#""username":"ann","message":"hello""#), "\(list.errors)")
    let saved = try await chatter.run(["save", "latest", "-"])
    #expect(saved.status == 0 && saved.output == bytes, "\(saved.errors)")

    // Another machine of the same user does not know the token of the post.
    let id = try await database.run("select id from chatts")
    let other = try await self.chatter(server)
    let bob = try await token("add", "bob", of: database)
    for (token, status) in [(bob, Int32(77)), (ann, 0)] {
      let input = Array(token.utf8)
      #expect(try await other.run(["sign-in"], input: input).status == 0)
      #expect(try await other.run(["delete", "--force", id]).status == status)
    }
    #expect(try await database.run("select count(*) from chatts") == "0")

    #expect(try await chatter.run(["sign-out"]).errors == "Signed out.\n")
    #expect(try await chatter.run(["list"]).status == 77)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func savesTheTokenWithTheServerAndLetsOthersOverrideIt() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let (ann, ben) = (
      try await token("add", "ann", of: database), try await token("add", "ben", of: database)
    )
    let chatter = try ChatterVerbs()
    let words = ["server", server.url, "--trust", server.certificate, "--token", "-"]
    let wrong = try await chatter.run(words, input: Array("chatter_wrong\n".utf8))
    #expect(wrong.status == 77 && wrong.errors.contains("does not accept this token"))
    #expect(!wrong.errors.contains("chatter_wrong"))
    let saved = try await chatter.run(words, input: Array((ann + "\n").utf8))
    #expect(saved.status == 0 && saved.errors == "Saved. Signed in as ann.\n", "\(saved.errors)")
    let file = chatter.home.path(of: "chatter/chatter.conf")
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(try await chatter.run(["post", "from ann"]).status == 0)
    let other = try await chatter.run(["post", "from ben", "--username", "ben", "--token", ben])
    #expect(other.status == 0, "\(other.errors)")
    let mixed = try await chatter.run(["post", "x", "--username", "ben"])
    #expect(mixed.status == 77 && !mixed.errors.contains("sign-in"), "\(mixed.errors)")
    let revoked = try await chatter.run(["list", "--token", "chatter_x"])
    #expect(revoked.status == 77 && revoked.errors.hasSuffix("(run chatter sign-in)\n"))
    let list = try await chatter.run(["list", "--json"])
    #expect(list.text.contains("from ann") && list.text.contains("from ben"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func followsEventsWithTheToken() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let ann = try await token("add", "ann", of: database)
    let chatter = try await chatter(server)
    #expect(try await chatter.run(["sign-in"], input: Array(ann.utf8)).status == 0)
    #expect(try await chatter.run(["post", "first"]).status == 0)
    // With an interval of an hour, only an event shows a later chatt.
    let follower = try await RunningProgram(
      Repository.program("chatter"), ["list", "--follow", "--every", "1h"],
      environment: chatter.environment())
    for text in ["first", "second"] {
      if text == "second" { #expect(try await chatter.run(["post", text]).status == 0) }
      try await eventually { String(decoding: follower.output, as: UTF8.self).contains(text) }
    }
    follower.send(SIGTERM)
    #expect(try await follower.ending(within: hangTimeout) == .killed(signal: SIGTERM))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func readsTheTokenWithoutShowingIt() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: Self.restricted)
    let ann = try await token("add", "ann", of: database)
    let chatter = try await chatter(server)
    let program = Repository.program("chatter")
    let script = """
      # Without it, bash would end with the program.
      trap : INT
      stty -a > '\(chatter.home.path)/before'
      '\(program)' sign-in || echo "ended $?"
      stty -a > '\(chatter.home.path)/after'
      cmp '\(chatter.home.path)/before' '\(chatter.home.path)/after' && echo restored
      '\(program)' sign-in && echo done
      sleep 60
      """
    try await TerminalEmulator.with(script, environment: chatter.environment()) { emulator in
      try await emulator.screen(showing: "Token (not shown):")
      try await emulator.press("C-c", showing: "restored\nToken (not shown):")
      try await emulator.type(ann)
      let screen = try await emulator.press("Enter", showing: "done")
      #expect(screen.contains("Signed in as ann.") && !screen.contains("chatter_"), "\(screen)")
    }
    #expect(try await server.stop() == .exited(0))
  }
}
