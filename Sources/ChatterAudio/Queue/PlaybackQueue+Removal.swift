public import Chatter

extension PlaybackQueue {
  /// Removes the message of a chatt that was deleted, whether or not it has been played.
  ///
  /// If it is the current message, it ends, and the next one plays if this one did.
  ///
  /// - Returns: The message; nil if it is not in the queue.
  @discardableResult
  public func remove(_ id: ChattID) -> QueuedMessage? {
    guard let place = entries.firstIndex(where: { $0.message.chattID == id }) else { return nil }
    // Does nothing during a recording, when the player does not have the message.
    if place == index { go(to: index + 1) }
    let message = entries.remove(at: place).message
    clipBytes -= message.clip.count
    if place < index {
      index -= 1
    } else if place == index {
      move(to: index)
    }
    return message
  }
}
