import System

@testable import ChatterTerminal

/// A terminal without a device: the test types, and reads the screen.
final class FakeTerminal: TerminalDevice {
  let size: TerminalSize
  let events: AsyncStream<TerminalEvent>
  private let more: AsyncStream<TerminalEvent>.Continuation
  private let shown: Lock<VirtualTerminal>
  private let calls = Lock<[String]>([])
  /// The number of calls of `enter` that fail.
  let refusals = Lock(0)

  init(_ size: TerminalSize = .standard) {
    self.size = size
    shown = Lock(VirtualTerminal(width: size.width, height: size.height))
    (events, more) = AsyncStream.makeStream()
  }

  func type(_ text: String) { more.yield(.bytes(Array(text.utf8))) }
  func send(_ event: TerminalEvent) { more.yield(event) }
  var text: String { shown.withLock { $0.text } }
  /// Clears the screen, as another program or the terminal may.
  func wipe() { shown.withLock { $0 = VirtualTerminal(width: $0.width, height: $0.height) } }

  /// The calls, in order.
  var history: [String] { calls.withLock { $0 } }

  func write(_ bytes: [UInt8]) { shown.withLock { $0.write(bytes) } }
  func leave() { calls.withLock { $0.append("leave") } }

  func enter() -> Bool {
    calls.withLock { $0.append("enter") }
    return refusals.withLock { count in
      count -= 1
      return count < 0
    }
  }

  func suspend() -> Bool {
    calls.withLock { $0.append("suspend") }
    return true
  }
}
