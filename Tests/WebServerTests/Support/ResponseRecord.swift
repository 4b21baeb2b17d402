import HTTP
import System

/// The responses that an app tracks.
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

  /// Returns the tracking of the next response; the numbers begin at 1.
  func track() -> TrackedResponse {
    state.withLock { state in
      state.lastNumber += 1
      return TrackedResponse(state.lastNumber, by: self)
    }
  }

  /// The numbers of the responses that were sent.
  var sent: [UInt64] { state.withLock { $0.ends.keys.sorted() } }

  /// The numbers of the responses that the peer refused.
  var refused: [UInt64] { state.withLock { $0.refused } }

  /// The acknowledgement of each response that was sent, in order.
  var acknowledgements: [Acknowledgement] {
    state.withLock { state in state.ends.sorted { $0.key < $1.key }.map { $0.value } }
      .map(\.acknowledgement)
  }
}
