import Chatter
import ChatterClient

/// Deletes a chatt that was posted from here, or by the user of the token, after a question if
/// there is a person to ask.
@MainActor
struct DeleteVerb {
  let options: DeleteOptions
  let source: any ChattSource
  let console: any Console
  /// Reads a line of the person's response; nil if there is nobody to ask.
  let readReply: (() -> String?)?

  func run() async throws(ExitError) {
    // Only the server knows whether the token is that of the author.
    guard source.canDelete(options.id) || options.place.token != nil else { throw Self.notOwn }
    try confirm()
    let deletion: Deletion
    do throws(ClientError) {
      deletion = try await source.delete(options.id)
    } catch {
      throw ExitError(error, at: source.authority)
    }
    switch deletion {
    case .deleted: console.report("Deleted.\n")
    case .wasGone: console.report("It had been deleted before.\n")
    case .notOwn: throw Self.notOwn
    }
  }

  private static let notOwn = ExitError(
    "this chatt was not posted from here: only the account that posted it can delete it",
    .noPermission)

  private func confirm() throws(ExitError) {
    guard !options.skipsQuestion, let readReply else { return }
    console.report("Delete this chatt for everyone? (yes/no) ")
    while true {
      switch readReply()?.lowercased() {
      case "yes": return
      case "no": throw ExitError("not deleted", .noPermission)
      case nil:
        console.report("\n")
        throw ExitError("not deleted", .noPermission)
      default: console.report("Type yes or no: ")
      }
    }
  }
}
