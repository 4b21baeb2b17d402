private import CCurl
internal import EventLoop

/// The thread that runs libcurl: one multi handle with its transfers and connections.
final class CurlThread: Sendable {
  private enum Command {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    /// Wakes the thread; nil while it has no multi handle.
    var waker: CurlMulti.Waker?
    var isStopping = false
  }

  /// The transfers in progress, by their easy handles.
  private typealias Exchanges = [UnsafeMutableRawPointer: CurlExchange]

  /// Maximum duration of one wait; libcurl shortens it to its next timer.
  private static let waitMilliseconds: Int32 = 60_000

  /// The error of a transfer whose thread ends first.
  private static let failure = ClientError.network(.other("the network thread has ended"))

  private let state = Lock(State())

  /// Queues a transfer for the thread; starts the thread for the first one.
  func start(_ transfer: CurlTransfer) {
    let isTaken = state.withLock { state in
      guard state.isRunning || launch() else { return false }
      state.isRunning = true
      state.commands.append(.start(transfer))
      state.waker?.wake()
      return true
    }
    if !isTaken { transfer.finish(.failure(.network(.other("cannot start the network thread")))) }
  }

  /// Ends a transfer with `cancelled`, unless it has already ended.
  func cancel(_ transfer: CurlTransfer) {
    transfer.markCancelled()
    state.withLock { state in
      state.commands.append(.cancel(transfer))
      state.waker?.wake()
    }
  }

  /// Ends the thread and all transfers in progress.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.waker?.wake()
    }
  }

  private func launch() -> Bool {
    // The closure retains this object until the thread ends. Signals are left to the program's
    // other threads, and a SIGPIPE from a write to a closed connection is never delivered.
    do throws(Errno) {
      try SystemThread.start("chatter-network", signals: .blocked) { self.run() }
      return true
    } catch {
      return false
    }
  }

  private func run() {
    let multi = CurlMulti()
    if let multi {
      state.withLock { $0.waker = multi.waker }
      runTransfers(multi)
    }
    let late = state.withLock { state in
      defer { state.commands = [] }
      state.waker = nil
      state.isRunning = false
      return state.commands
    }
    for case .start(let transfer) in late { transfer.finish(.failure(Self.failure)) }
    // The waker is gone. The handle's connections are closed on this thread, where SIGPIPE
    // is blocked and cannot end the process.
    withExtendedLifetime(multi) {}
  }

  private func runTransfers(_ multi: CurlMulti) {
    var exchanges: Exchanges = unsafe [:]
    var works = true
    while works {
      guard unsafe performCommands(multi, &exchanges) else { break }
      works = multi.perform()
      while let end = unsafe multi.nextEnd() {
        guard let exchange = unsafe exchanges.removeValue(forKey: end.easy) else { continue }
        if let easy = exchange.easy { multi.remove(easy) }
        unsafe exchange.finish(end.code)
      }
      works = works && multi.wait(milliseconds: Self.waitMilliseconds)
    }
    for exchange in unsafe Array(exchanges.values) {
      if let easy = exchange.easy { multi.remove(easy) }
      exchange.finish(.failure(Self.failure))
    }
  }

  /// Runs the queued commands; returns false if the thread must end.
  ///
  /// The commands are released on return, because the next ones may arrive much later.
  private func performCommands(_ multi: CurlMulti, _ exchanges: inout Exchanges) -> Bool {
    let (commands, isStopping) = state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isStopping)
    }
    for command in commands { unsafe perform(command, multi, &exchanges) }
    return !isStopping
  }

  private func perform(_ command: Command, _ multi: CurlMulti, _ exchanges: inout Exchanges) {
    switch command {
    case .start(let transfer):
      guard !transfer.isCancelled else { return transfer.finish(.failure(.cancelled)) }
      let exchange = CurlExchange(transfer)
      do throws(ClientError) {
        let easy = try exchange.prepare()
        guard multi.add(easy) else { throw .network(.other("cannot start the transfer")) }
        unsafe exchanges[easy.handle] = exchange
      } catch {
        exchange.finish(.failure(error))
      }
    case .cancel(let transfer):
      // It may have ended, or may not have started yet.
      guard let exchange = unsafe exchanges.values.first(where: { $0.transfer === transfer }),
        let easy = exchange.easy
      else { return }
      unsafe exchanges[easy.handle] = nil
      multi.remove(easy)
      exchange.finish(.failure(.cancelled))
    }
  }
}
