import Arguments

// The options of `chatterd delete`, `token` and `doctor` only.
extension Option {
  static let deleteUsername = Option(
    "username", .text("NAME", "a username"), .words("any"), of: [.delete],
    "Delete only the chatts of this user.")
  static let deleteBefore = Option(
    "before", .text("TIME", "a time such as 2026-11-23T14:30:00Z, or a date (UTC)"),
    .words("any"), of: [.delete],
    "Delete only chatts that were posted before this time.")
  static let deleteDryRun = Option(
    "dry-run", .toggle, of: [.delete],
    "Print what would be deleted, and delete nothing.")
  static let deleteYes = Option(
    "yes", .toggle, of: [.delete],
    "Delete without a question.")

  static let tokenExpires = Option(
    "expires", .duration(.seconds(60) ... .seconds(315_360_000), orOff: true), .value("off"),
    of: [.token],
    "Let the new token expire after this time.")
  static let tokenID = Option(
    "id", .number(1...1_000_000_000_000), .words("all tokens of the user"), of: [.token],
    "Revoke only the token with this number, as token list prints it.")

  static let doctorJSON = Option(
    "json", .toggle, of: [.doctor],
    "Print one JSON object with the version, the facts and the faults.")
  static let doctorFilesOnly = Option(
    "files-only", .toggle, of: [.doctor],
    "Examine only the options and the files that they name, as before a reload.")
}
