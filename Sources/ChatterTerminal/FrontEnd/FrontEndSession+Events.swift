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
    showChanges()
  }

  /// Makes the rows of the chatts, which the model then shows.
  private func showChanges() {
    Task { continuation.yield(.changed(await list())) }
  }

  /// Removes the error of a list when events arrive.
  func showEventError() {
    guard source.isLive, model.listError != nil else { return }
    model.listError = missingClips
  }

  /// Requests the page after the last row when the selection comes near it.
  func loadOlder() {
    guard source.hasOlder, work[.older] == nil,
      isPlain || model.selected >= model.rows.count - Self.olderRowsMin,
      olderFailure.map({ clock.now - $0 >= Self.olderTimeout }) ?? true
    else { return }
    run(.older) { session in
      do throws(ClientError) {
        try await session.source.olderChatts()
        session.continuation.yield(.changed(await session.list()))
        session.continuation.yield(.older(nil))
      } catch {
        session.continuation.yield(.older(error))
      }
    }
  }

  /// Whether no older page is missing, unless one could not be retrieved.
  var hasAllPages: Bool { work[.older] == nil && (!source.hasOlder || olderFailure != nil) }

  func olderFailed(_ error: ClientError) {
    olderFailure = clock.now
    model.fail("No older chatts: \(ExitError(error, at: source.authority).message)")
  }

  /// Closes the clip of a chatt that its author has deleted; while all are played, the next one
  /// follows.
  func endDeleted(_ id: String) {
    if isPlain, let row = model.rows.first(where: { $0.id == id }) {
      model.setNotice("Deleted: \(row.line)")
    }
    if model.opened?.id == id { model.opened = nil }
    if awaitedClip == id { cancelClip() }
    guard model.listeningTo?.id == id else { return }
    let next = model.playsAll ? model.clip(after: id, newer: true) : nil
    done()
    model.setNotice("The chatt was deleted: its clip is closed.")
    if let next { listen(next.id) } else { model.playsAll = false }
  }

  /// Returns the ids of the rows that were posted from here.
  func ownIDs(_ rows: [TimelineRow]) -> Set<String> {
    Set(rows.map(\.id).filter { ChattID($0).map(source.canDelete) ?? false })
  }

  /// Deletes the chatt at a position in the timeline, as the key does.
  func delete(at index: Int) {
    model.selected = index
    _ = command(.text("D"))
  }

  func deleteChatt(_ id: String) {
    guard let chattID = ChattID(id) else { return }
    Task {
      let result: Result<Deletion, ClientError>
      do throws(ClientError) {
        result = .success(try await source.delete(chattID))
      } catch {
        result = .failure(error)
      }
      continuation.yield(.deletion(result))
      if case .success(let deletion) = result, deletion != .notOwn {
        continuation.yield(.deleted(id: id))
        continuation.yield(.changed(await list()))
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
