import Foundation
import Synchronization
import System

/// Reads a pipe to its end on a thread of its own, so that its writers do not block.
final class LineReader: Sendable {
  private let data = Lock(Data())
  private let isEndSeen = Atomic(false)
  private let isDone = DispatchSemaphore(value: 0)

  /// - Parameter end: the text that sets `hasSeenEnd`.
  init(_ handle: FileHandle, until end: String) {
    let descriptor = handle.fileDescriptor
    Thread.detachNewThread { [self] in
      let own = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      while case let chunk = own.availableData, !chunk.isEmpty {
        data.withLock { $0 += chunk }
        if chunk.range(of: Data(end.utf8)) != nil {
          isEndSeen.store(true, ordering: .relaxed)
        }
      }
      isDone.signal()
    }
  }

  var hasSeenEnd: Bool { isEndSeen.load(ordering: .relaxed) }

  /// Returns all lines, once the writing end is closed.
  func lines() -> [Substring] {
    isDone.wait()
    let text = String(decoding: data.withLock { $0 }, as: UTF8.self)
    return text.split(separator: "\n")
  }
}
