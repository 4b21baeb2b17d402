import Chatter
import ChatterAudio

extension FrontEndSession {
  /// Offers what earlier runs have not posted.
  func offer(_ items: [UnsentItem]) { model.unsentItems = items }

  /// Returns an item that still exists; otherwise removes it from the list, and nil.
  private func unsentItem(_ id: String) -> UnsentItem? {
    guard let item = model.unsentItems.first(where: { $0.id == id }) else { return nil }
    if item.exists { return item }
    model.removeUnsent(id)
    model.setNotice("Another program has posted or deleted it.")
    return nil
  }

  /// Reads an item as a post, and reports why it cannot be read.
  private func chatt(_ item: UnsentItem) -> NewChatt? {
    do throws(ExitError) {
      return try item.chatt(from: model.username)
    } catch {
      model.fail(error.message)
      return nil
    }
  }

  /// Uses an item as a command of the plain lines says.
  func use(_ item: UnsentItem, _ use: PlainCommand.UnsentUse) {
    if use == .delete { model.takeConfirmation() }
    let actions =
      switch use {
      case .play: model.play(item)
      case .post: model.post(item)
      case .delete: model.delete(item)
      }
    for action in actions { perform(action) }
    pollPlayer()
  }

  func playUnsent(_ id: String) {
    guard let item = unsentItem(id), let clip = chatt(item)?.audio else { return }
    player.setupPlayer(clip: clip.bytes)
    player.playTapped()
    model.listeningTo = TimelineRow(
      id: id, author: model.username, message: item.text, time: "", clip: item.clip)
  }

  /// Posts an item; its files stay until the server has it.
  func postUnsent(_ id: String) {
    guard !model.isPosting, let item = unsentItem(id), let chatt = chatt(item) else { return }
    model.posting = FrontEndModel.Posting(
      text: "", selected: model.selectedRow?.id, unsentID: id)
    start(chatt, once: item.key.flatMap { try? PostKey(fieldValue: $0, call: chatt.call) })
  }

  func deleteUnsent(_ id: String) {
    guard let item = unsentItem(id) else { return }
    forgetUnsent(item)
  }

  /// Removes the files of an item that has been posted or deleted, and stops its clip.
  func forgetUnsent(_ item: UnsentItem) {
    item.remove()
    model.removeUnsent(item.id)
    guard model.listeningTo?.id == item.id else { return }
    model.listeningTo = nil
    player.setupRecorder()
  }
}
