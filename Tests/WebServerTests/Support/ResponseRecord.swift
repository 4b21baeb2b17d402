import HTTP
import EventLoop

/// An app's memory of the responses that it tracks.
final class ResponseRecord: ResponseObserver {
  private struct State {
    var lastNumber: UInt64 = 0
    var ends: [UInt64: ResponseEnd] = [:]
    var refused: [UInt64] = []
  }

  private let state = Lock(State())

  func responseSent(_ number: UInt64, _ end: ResponseEnd) {
    state.withLock { $0.ends[number] = end }
  }

  func responseRefused(_ number: UInt64) {
    state.withLock { $0.refused.append(number) }
  }

  /// What a next response carries; they are numbered from 1.
  func track() -> TrackedResponse {
    state.withLock { state in
      state.lastNumber += 1
      return TrackedResponse(state.lastNumber, by: self)
    }
  }

  /// The numbers of the responses that were sent.
  var sent: [UInt64] { state.withLock { $0.ends.keys.sorted() } }

  /// The numbers of the responses that the peer did not want.
  var refused: [UInt64] { state.withLock { $0.refused } }

  /// What became of each response that was sent, in order.
  var acknowledgements: [Acknowledgement] {
    state.withLock { state in state.ends.sorted { $0.key < $1.key }.map { $0.value } }
      .map(\.acknowledgement)
  }
}
