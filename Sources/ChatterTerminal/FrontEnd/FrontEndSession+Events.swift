import Chatter
import ChatterClient

/// Live updates, older pages and deletion.
extension FrontEndSession {
  /// The number of rows below the selection at which an older page is requested.
  private static let olderRowsMin = 10
  /// The time before an older page is requested again after an error.
  private static let olderTimeout = Duration.seconds(5)

  /// Follows the server's events until the session ends; lists are requested while none arrive.
  func follow() {
    following = Task { [source, weak self] in
      await source.follow(pollInterval: nil) { self?.take($0) }
    }
  }

  private func take(_ change: TimelineChange) {
    if case .deleted(let chatt) = change {
      continuation.yield(.deleted(id: RowMaker.id(chatt)))
    }
    continuation.yield(.changed)
  }

  /// Requests the page after the last row when the selection comes near it.
  func loadOlder() {
    guard source.hasOlder, work[.older] == nil,
      isPlain || model.selected >= model.rows.count - Self.olderRowsMin
        || heard?.reaches(beyond: source.chatts) == true,
      olderFailure.map({ clock.now - $0 >= Self.olderTimeout }) ?? true
    else { return }
    run(.older) { session in
      do throws(ClientError) {
        try await session.source.olderChatts()
        session.continuation.yield(.changed)
        session.continuation.yield(.older(nil))
      } catch {
        session.continuation.yield(.older(error))
      }
    }
  }

  /// Whether no older page is missing, unless one could not be retrieved.
  var hasAllPages: Bool { work[.older] == nil && (!source.hasOlder || olderFailure != nil) }

  /// Closes the clip of a chatt that was deleted; while all are played, the next one follows.
  func endDeleted(_ id: String) {
    if isPlain, let row = model.rows.first(where: { $0.id == id }) {
      model.setNotice("Deleted: \(row.line)")
    }
    if model.opened?.id == id { model.opened = nil }
    if awaitedClip == id { cancelClip() }
    guard model.listeningTo?.id == id else { return }
    let next = model.queuedClip(after: id)
    done()
    model.setNotice("The chatt was deleted: its clip is closed.")
    if let next { listen(next.id) } else { model.queue = nil }
  }

  func deleteChatt(_ id: String) {
    guard let chattID = ChattID(id) else { return }
    Task {
      do throws(ClientError) {
        let deletion = try await source.delete(chattID)
        continuation.yield(.deletion(.success(deletion)))
        guard deletion != .notOwn else { return }
        continuation.yield(.deleted(id: id))
        continuation.yield(.changed)
      } catch {
        continuation.yield(.deletion(.failure(error)))
      }
    }
  }

  func take(_ result: Result<Deletion, ClientError>) {
    switch result {
    case .success(.deleted): model.setNotice("Deleted for everyone.")
    case .success(.wasGone): model.setNotice("It had been deleted before.")
    case .success(.notOwn): model.setNotice(FrontEndModel.notOwnText)
    case .failure(let error):
      model.fail("Not deleted: \(ExitError(error, at: source.authority).message)")
    }
  }
}
