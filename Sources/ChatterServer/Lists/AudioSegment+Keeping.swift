internal import Sockets

/// What is kept of the text, and counted; `state` is asked and changed at one go.
extension AudioSegment {
  /// Gives the memory back.
  ///
  /// - Returns: how many bytes it was that had been counted.
  func evict() -> Int {
    state.withLock { state in
      defer { state.text = nil }
      return state.isRetired ? 0 : state.text?.byteCount ?? 0
    }
  }

  /// Is told that it is in the list no more. A clip gives its memory back; rows without one are
  /// little, and stay for the answers that still have them.
  ///
  /// - Returns: how many bytes are to be counted no more.
  func retire() -> Int {
    state.withLock { state in
      defer {
        state.isRetired = true
        if clipBytes != nil { state.text = nil }
      }
      return state.isRetired ? 0 : state.text?.byteCount ?? 0
    }
  }

  /// Keeps the text of its rows, which was fetched, where the budget has room and none is kept yet.
  func fill(_ plain: [UInt8], keptIn budget: ClipBudget) {
    if beginFilling(plain.count, keptIn: budget) {
      endFilling(plain, of: plain.count, keptIn: budget)
    }
  }

  /// Makes room for a text that is fetched bit by bit, by one reader at a time.
  ///
  /// - Returns: whether the caller is to keep it, and to say when it is whole, or will not be.
  func beginFilling(_ byteCount: Int, keptIn budget: ClipBudget) -> Bool {
    state.withLock { state in
      guard state.text == nil, !state.isBeingFilled, !state.isRetired, budget.take(byteCount)
      else { return false }
      state.isBeingFilled = true
      return true
    }
  }

  /// - Parameters:
  ///   - plain: nil where it was given up.
  ///   - byteCount: how much room was made.
  func endFilling(_ plain: [UInt8]?, of byteCount: Int, keptIn budget: ClipBudget) {
    state.withLock { state in
      state.isBeingFilled = false
      guard let plain, !state.isRetired, plain.count <= byteCount else {
        return budget.add(-byteCount)
      }
      state.text = Text(plain: plain)
      budget.add(plain.count - byteCount)
    }
  }
}
