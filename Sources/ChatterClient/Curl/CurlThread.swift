private import CCurl
internal import EventLoop

/// The thread that runs libcurl: one multi handle with its transfers and connections.
///
/// Unchecked: only the thread itself uses the members that have no lock.
@safe final class CurlThread: @unchecked Sendable {
  private enum Command {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
  }

  private struct State {
    var commands: [Command] = []
    /// The multi handle; nil while the thread is not running.
    var multi: CurlMulti?
    var isStopping = false
  }

  /// Maximum duration of one wait; libcurl shortens it to its next timer.
  private static let waitMilliseconds: Int32 = 60_000

  /// The error of a transfer whose thread ends first.
  private static let failure = ClientError.network(.other("the network thread has ended"))

  private let state = Lock(State())
  // Used only on the thread.
  private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = unsafe [:]

  /// Queues a transfer for the thread; starts the thread for the first one.
  func start(_ transfer: CurlTransfer) {
    let isTaken = state.withLock { state in
      if state.multi == nil {
        guard let multi = CurlMulti(), launch() else { return false }
        state.multi = multi
      }
      state.commands.append(.start(transfer))
      state.multi?.wake()
      return true
    }
    if !isTaken { transfer.finish(.failure(.network(.other("cannot start the network thread")))) }
  }

  /// Ends a transfer with `cancelled`, unless it has already ended.
  func cancel(_ transfer: CurlTransfer) {
    transfer.markCancelled()
    state.withLock { state in
      state.commands.append(.cancel(transfer))
      state.multi?.wake()
    }
  }

  /// Ends the thread and all transfers in progress.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      state.multi?.wake()
    }
  }

  private func launch() -> Bool {
    // The closure retains this object until the thread ends. Signals are left to the program's
    // other threads, and a SIGPIPE from a write to a closed connection is never delivered.
    do throws(SystemThread.StartError) {
      try SystemThread.start("chatter-network", signals: .blocked) { self.run() }
      return true
    } catch {
      return false
    }
  }

  private func run() {
    runTransfers()
    // The connections are closed on this thread, where SIGPIPE is blocked and cannot end the
    // process.
    let late = state.withLock { state in
      defer { state.commands = [] }
      state.multi = nil
      return state.commands
    }
    for case .start(let transfer) in late { transfer.finish(.failure(Self.failure)) }
  }

  private func runTransfers() {
    guard let multi = state.withLock({ $0.multi }) else { return }
    var works = true
    while works {
      guard performCommands(multi) else { break }
      works = multi.perform()
      while let end = unsafe multi.nextEnd() {
        guard let transfer = unsafe transfers.removeValue(forKey: end.easy) else { continue }
        if let easy = transfer.easy { multi.remove(easy) }
        unsafe transfer.finish(end.code)
      }
      works = works && multi.wait(milliseconds: Self.waitMilliseconds)
    }
    for transfer in unsafe Array(transfers.values) {
      if let easy = transfer.easy { multi.remove(easy) }
      transfer.finish(.failure(Self.failure))
    }
    unsafe transfers.removeAll()
  }

  /// Runs the queued commands; returns false if the thread must end.
  ///
  /// The commands are released on return, because the next ones may arrive much later.
  private func performCommands(_ multi: CurlMulti) -> Bool {
    let (commands, isStopping) = state.withLock { state in
      defer { state.commands = [] }
      return (state.commands, state.isStopping)
    }
    for command in commands { perform(command, multi) }
    return !isStopping
  }

  private func perform(_ command: Command, _ multi: CurlMulti) {
    switch command {
    case .start(let transfer):
      guard !transfer.isCancelled else { return transfer.finish(.failure(.cancelled)) }
      do throws(ClientError) {
        let easy = try transfer.prepare()
        guard multi.add(easy) else { throw .network(.other("cannot start the transfer")) }
        unsafe transfers[easy.handle] = transfer
      } catch {
        transfer.finish(.failure(error))
      }
    case .cancel(let transfer):
      // It may have ended, or may not have started yet.
      guard let easy = transfer.easy, unsafe transfers.removeValue(forKey: easy.handle) != nil
      else { return }
      multi.remove(easy)
      transfer.finish(.failure(.cancelled))
    }
  }
}
