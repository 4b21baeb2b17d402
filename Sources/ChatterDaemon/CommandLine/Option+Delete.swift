import CommandLine

// The options of `chatterd delete`.
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
}
