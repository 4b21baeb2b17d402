import Threads

@testable import chatter

/// A terminal without a device: the test types, and reads what is shown.
final class FakeTerminal: TerminalDevice {
  let size: TerminalSize
  let events: AsyncStream<TerminalEvent>
  private let more: AsyncStream<TerminalEvent>.Continuation
  private let shown: Lock<VirtualTerminal>
  private let calls = Lock<[String]>([])

  init(_ size: TerminalSize = .standard) {
    self.size = size
    shown = Lock(VirtualTerminal(width: size.width, height: size.height))
    (events, more) = AsyncStream.makeStream()
  }

  func type(_ text: String) { more.yield(.bytes(Array(text.utf8))) }
  func send(_ event: TerminalEvent) { more.yield(event) }
  var text: String { shown.withLock { $0.text } }
  /// What was asked of it, in order.
  var history: [String] { calls.withLock { $0 } }

  func write(_ bytes: [UInt8]) { shown.withLock { $0.write(bytes) } }
  func enter() { calls.withLock { $0.append("enter") } }
  func leave() { calls.withLock { $0.append("leave") } }
  func suspend() { calls.withLock { $0.append("suspend") } }
}
