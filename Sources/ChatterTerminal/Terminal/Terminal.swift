import Glibc
import System

struct Terminal: TerminalDevice {
  private let reader: TerminalReader

  /// Starts reading the terminal; nil if no pipe or thread is available.
  init?() {
    guard let reader = TerminalReader(input: 0) else { return nil }
    self.reader = reader
    TerminalSignals.catchAll(signalPipe: reader.signalPipe)
    reader.start()
  }

  var events: AsyncStream<TerminalEvent> { reader.events }

  /// The size reported by ioctl_tty(2), TIOCGWINSZ.
  var size: TerminalSize {
    guard let size = StandardStream.output.terminalSize, size.columns > 0, size.rows > 0 else {
      return .standard
    }
    return TerminalSize(width: size.columns, height: size.rows)
  }

  /// Writes to the terminal; does nothing while the screen belongs to another program.
  func write(_ bytes: [UInt8]) {
    TerminalSignals.useStack()
    StderrCapture.dropOldest()
    if unsafe TerminalState.isTaken.pointee == 1 { StandardStream.output.write(bytes) }
  }

  func enter() -> Bool { TerminalState.take() }

  func leave() { TerminalState.restore() }

  func suspend() -> Bool {
    leave()
    TerminalSignals.stop()
    return enter()
  }
}
