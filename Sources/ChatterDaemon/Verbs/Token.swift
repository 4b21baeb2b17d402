import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Postgres
import System

/// `chatterd token`: issues, lists and revokes access tokens.
struct Token: VerbRun {
  enum Action: Sendable, Equatable {
    /// Issues a token to a user, with a life or without end.
    case add(username: String, life: Duration?)
    case list
    /// Revokes the tokens of a user, or one of them.
    case revoke(username: String, id: Int?)
  }

  let action: Action
  /// Where the front end is, for the invitation of a new token; nil if that is not known.
  let address: String?
  private let verb: DatabaseVerb

  init(
    _ operands: [String], _ values: OptionValues, _ environment: LaunchEnvironment
  ) throws(CommandError) {
    let (life, id) = (
      try values.optionalDuration(.tokenExpires), try values.optionalInteger(.tokenID)
    )
    switch (operands.first, operands.dropFirst().first) {
    case ("list", nil): action = .list
    case ("list", .some): throw CommandError("token list takes no name")
    case (_, nil): throw CommandError("token \(operands.first ?? "") needs a username")
    case ("add", .some(let name)): action = .add(username: try Self.checked(name), life: life)
    case (_, .some(let name)): action = .revoke(username: name, id: id)
    }
    if life != nil, operands.first != "add" {
      throw CommandError("--expires is only for token add")
    }
    if id != nil, operands.first != "revoke" {
      throw CommandError("--id is only for token revoke")
    }
    if let flag = values.flags(.publicURL)?.last, operands.first != "add" {
      throw CommandError("\(flag.origin) is only for token add")
    }
    // Before this process changes its user, who may not read the files.
    address = operands.first == "add" ? try Invitation.address(values, environment) : nil
    verb = try DatabaseVerb(values, environment)
  }

  /// Returns a name under which a chatt can be posted.
  private static func checked(_ name: String) throws(CommandError) -> String {
    let (count, most) = (name.unicodeScalars.count, PostLimit.usernameCharactersMax)
    guard (1...most).contains(count) else {
      throw CommandError("a username has 1 to \(most) characters, not \(count)")
    }
    return name
  }

  func run() async throws -> ExitCode {
    try await verb.run(changing: action != .list) { database, loop in
      // No server uses a private cluster that this program has started.
      if database.isPrivate { _ = try await database.migrate(on: loop) }
      return try await database.withConnection(on: loop) { try await perform(on: $0) }
    } ?? .temporary
  }

  private func perform(on connection: PostgresConnection) async throws -> ExitCode {
    switch action {
    case .add(let username, let life):
      try await add(username, life: life, on: connection)
      return .success
    case .list:
      let entries = try await AccessTokenTable.entries(on: connection)
      for line in Self.table(entries) { StandardStream.output.write(line + "\n") }
      return .success
    case .revoke(let username, let id):
      return try await revoke(username, id: id, on: connection)
    }
  }

  /// Prints the token alone to standard output, so that scripts can store it, and its invitation to
  /// standard error.
  private func add(
    _ username: String, life: Duration?, on connection: PostgresConnection
  ) async throws {
    let token = AccessToken()
    let id = try await AccessTokenTable.add(token, of: username, life: life, on: connection)
    guard StandardStream.output.write(token.text + "\n") else {
      _ = try await AccessTokenTable.revoke(username, id: id, on: connection)
      throw VerbError.temporary("cannot write the token to standard output: it is revoked")
    }
    StandardStream.error.write(
      "chatterd: token \(id) of \(LogFormat.printable(username)): only its SHA-256 is stored, so "
        + "that it cannot be printed again\n")
    let invitation = Invitation(to: address, token: token.text)
    let lines = invitation.lines(isTerminal: StandardStream.error.isTerminal)
    StandardStream.error.write(lines.map { $0 + "\n" }.joined())
  }

  private func revoke(
    _ username: String, id: Int?, on connection: PostgresConnection
  ) async throws(PostgresError) -> ExitCode {
    let count = try await AccessTokenTable.revoke(
      username, id: id.map(Int64.init), on: connection)
    guard count > 0 else {
      StandardStream.error.write("chatterd: no such token: see chatterd token list\n")
      return .notFound
    }
    let seconds = AccessTokens.revocationDelayMax.components.seconds
    StandardStream.output.write(
      "revoked \(count) \(count == 1 ? "token" : "tokens"), effective within \(seconds) s\n")
    return .success
  }

  /// The lines of a table; the username comes last, because it may have any length.
  static func table(_ entries: [AccessTokenTable.Entry]) -> [String] {
    guard !entries.isEmpty else { return ["no tokens"] }
    let rows =
      [["ID", "CREATED", "EXPIRES", "LAST USED", "USERNAME"]]
      + entries.map { entry in
        [
          "\(entry.id)", day(entry.createdAt), entry.expiresAt.map(minute) ?? "never",
          entry.lastUsed ?? "never", LogFormat.printable(entry.username),
        ]
      }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) + "  " }.joined()
        + row[4]
    }
  }

  /// The day of a time in UTC: `2026-11-23`.
  private static func day(_ time: Timestamp) -> String { String(time.description.prefix(10)) }

  /// The minute of a time in UTC: `2026-11-23T14:30Z`.
  private static func minute(_ time: Timestamp) -> String {
    String(time.description.prefix(16)) + "Z"
  }
}
