import Glibc

/// The front end in full-screen mode.
@MainActor
final class FrontEnd {
  private let terminal: any TerminalDevice
  private let session: FrontEndSession
  private let capabilities: TerminalCapabilities
  /// The number of ticks without input after which a paste whose end was lost is closed.
  static let pasteTicksMax = 100

  private var keys = KeyParser()
  private var ticksSinceBytes = 0
  private var shown: Screen?
  private var shownModel: FrontEndModel?
  /// False while another job has the terminal.
  private var isShown = false
  private var isEnding = false
  private var signal: Int32?
  private var hasQuit = false

  init(
    _ session: FrontEndSession, on terminal: any TerminalDevice, capabilities: TerminalCapabilities
  ) {
    (self.session, self.terminal, self.capabilities) = (session, terminal, capabilities)
  }

  /// Shows the front end until it ends, and restores the terminal before it ends pending work.
  func run() async -> FrontEndEnding {
    let events = session.events(terminal.events)
    isShown = terminal.enter()
    // The person decides first about what earlier runs have not posted.
    session.model.unsentList.isShown = !session.model.unsentList.items.isEmpty
    session.tick()
    draw()
    for await event in events {
      take(event)
      if isEnding { break }
      draw()
    }
    terminal.leave()
    let unsent = hasQuit ? await session.drop() : await session.end()
    return FrontEndEnding(signal: signal, unsent: unsent, failure: unsent.failure)
  }

  private func take(_ event: FrontEndSession.Event) {
    switch event {
    case .tick:
      session.tick()
      ticksSinceBytes += 1
      if ticksSinceBytes > Self.pasteTicksMax, let key = keys.endPaste() { press(key) }
      // A job that comes to the foreground without having been stopped receives no signal.
      if !isShown { show(terminal.enter()) }
    case .outcome(let outcome): session.take(outcome)
    case .terminal(.bytes(let bytes, _)):
      ticksSinceBytes = 0
      keys.receive(bytes)
      pressAll()
    case .terminal(.quiet):
      // Bytes after an incomplete escape sequence may be keys, or another incomplete sequence.
      while !isEnding, let key = keys.settle() {
        press(key)
        pressAll()
      }
    case .terminal(.ended): isEnding = true
    case .terminal(.signal(let number)): take(signal: number)
    }
  }

  private func take(signal number: Int32) {
    switch number {
    case _ where TerminalSignals.ending.contains(number): (isEnding, signal) = (true, number)
    case SIGTSTP: suspend()
    case SIGCONT:
      // The shell may have changed the terminal's attributes in the meantime.
      terminal.leave()
      show(terminal.enter())
    // SIGWINCH: two opposite resizes keep the size, but not the screen's contents.
    default: shown = nil
    }
  }

  private func pressAll() {
    while !isEnding, let key = keys.next() { press(key) }
  }

  private func press(_ key: Key) {
    for action in session.press(key) {
      switch action {
      case .quit: (isEnding, hasQuit) = (true, true)
      case .suspend: suspend()
      default: shown = nil
      }
    }
  }

  private func suspend() { show(terminal.suspend()) }

  private func show(_ isTaken: Bool) {
    isShown = isTaken
    shown = nil
  }

  private func draw() {
    guard isShown else { return }
    let size = terminal.size
    if let shown, shownModel == session.model, shown.width == size.width,
      shown.height == size.height
    {
      return
    }
    let screen = session.screen(size: size, capabilities: capabilities)
    terminal.write(ScreenDiff.output(from: shown, to: screen, capabilities: capabilities))
    (shown, shownModel) = (screen, session.model)
  }
}
