import Arguments
import Chatter
import ChatterServer
import Testing

@testable import ChatterDaemon

struct TokenTests {
  private func token(_ arguments: String) throws -> Token {
    try verb("token " + arguments)
  }

  @Test func parsesItsActions() throws {
    #expect(try token("list").action == .list)
    #expect(try token("add ann").action == .add(username: "ann", life: nil))
    #expect(
      try token("add ann --expires 90d").action
        == .add(username: "ann", life: .seconds(90 * 86_400)))
    #expect(try token("revoke ann").action == .revoke(username: "ann", id: nil))
    #expect(try token("revoke --id 7 ann").action == .revoke(username: "ann", id: 7))
  }

  @Test(
    arguments: [
      ("", "token needs add|list|revoke"), ("add", "token add needs a username"),
      ("revoke", "token revoke needs a username"), ("list ann", "token list takes no name"),
      ("add ann bob", "unexpected argument bob after token"),
      ("list --expires 1d", "--expires is only for token add"),
      ("add ann --id 7", "--id is only for token revoke"),
      ("ad ann", "token: expected add|list|revoke, not \"ad\": did you mean add?"),
    ])
  func namesTheMistake(arguments: String, description: String) {
    let error = #expect(throws: CommandError.self) { try token(arguments) }
    #expect(error?.description == description)
    #expect(error?.isUsage == true)
  }

  /// A token for a name under which nobody can post would be useless.
  @Test func refusesNamesThatNoPostCanHave() throws {
    #expect(throws: CommandError.self) {
      try token("add " + String(repeating: "\u{E9}", count: 256))
    }
    #expect(throws: CommandError.self) { try Command(["token", "add", ""], .fixture()) }
    _ = try token("add " + String(repeating: "\u{E9}", count: 255))
  }
}
