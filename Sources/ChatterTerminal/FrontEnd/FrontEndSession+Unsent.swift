import Chatter
import ChatterAudio

extension FrontEndSession {
  /// Returns an item that still exists; otherwise removes it from the list, and nil.
  func unsentItem(_ id: String) -> UnsentItem? {
    guard let item = model.unsentList[id] else { return nil }
    if item.exists { return item }
    model.unsentList.remove(id)
    model.setNotice("Another program has posted or deleted it.")
    return nil
  }

  private func chatt(_ item: UnsentItem) -> NewChatt? {
    do throws(ExitError) {
      return try item.chatt(from: model.username)
    } catch {
      model.fail(error.message)
      return nil
    }
  }

  func playUnsent(_ id: String) {
    guard let item = unsentItem(id), let clip = chatt(item)?.audio else { return }
    play(
      clip.bytes,
      of: TimelineRow(
        id: id, author: model.username, message: item.text, time: "", clip: item.clip))
  }

  /// Posts an item; its files stay until the server has it.
  func postUnsent(_ id: String) {
    guard !model.isPosting, let item = unsentItem(id), let chatt = chatt(item) else { return }
    model.posting = FrontEndModel.Posting(
      text: "", selected: model.selectedRow?.id, unsentID: id)
    start(chatt, once: item.key.flatMap { try? PostKey(fieldValue: $0, call: chatt.call) })
  }

  /// Removes the files of an item that has been posted or deleted, and stops its clip.
  func forgetUnsent(_ item: UnsentItem) {
    item.remove()
    model.unsentList.remove(item.id)
    if model.listeningTo?.id == item.id { done() }
  }
}
