import ChatterServer
import CommandLine

// Who may post and read; and the options of `chatterd token` only.
extension Option {
  private static let requirements = AccessPolicy.Requirement.allCases.map(\.rawValue)

  static let posting = setting(
    "posting", .choice(requirements), .value("open"),
    "Let everyone post, or only holders of a token (see chatterd token), and only under the "
      + "username of the token.")
  static let reading = setting(
    "reading", .choice(requirements), .value("open"),
    "Let everyone read, or only holders of a token. The web front end's own files, /v1/server and "
      + "the health checks stay open.")

  static let tokenExpires = Option(
    "expires", .duration(.seconds(60) ... .seconds(315_360_000), orOff: true), .value("off"),
    of: [.token],
    "Let the new token expire after this time.")
  static let tokenID = Option(
    "id", .number(1...1_000_000_000_000), .words("all tokens of the user"), of: [.token],
    "Revoke only the token with this number, as token list prints it.")
}
