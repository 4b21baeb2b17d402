import Chatter
import ChatterClient

/// Deletes a chatt of this person, after a question if there is somebody to ask.
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
    if !options.skipsQuestion, let readReply,
      !console.asks("Delete this chatt for everyone?", readReply)
    {
      throw ExitError("not deleted", .noPermission)
    }
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
}
