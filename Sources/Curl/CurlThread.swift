private import CCurl
internal import System

/// The thread that runs libcurl: one multi handle with its transfers and connections.
final class CurlThread: Sendable {
  private struct State {
    var queued: [CurlTransfer] = []
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
  private static let failure = CurlError.other("the network thread has ended")

  private let state = Lock(State())
  private let connectionsMax: Int

  /// Creates a thread that is not running, with a maximum number of connections to one host.
  init(connectionsMax: Int) { self.connectionsMax = connectionsMax }

  /// Queues a transfer for the thread; starts the thread for the first one.
  func start(_ transfer: CurlTransfer) {
    let isTaken = state.withLock { state in
      guard state.isRunning || launch() else { return false }
      state.isRunning = true
      state.queued.append(transfer)
      state.waker?.wake()
      return true
    }
    if !isTaken { transfer.finish(.failure(.other("cannot start the network thread"))) }
  }

  /// Ends a transfer with `cancelled`, unless it has already ended.
  func cancel(_ transfer: CurlTransfer) {
    transfer.markCancelled()
    state.withLock { $0.waker?.wake() }
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
    (try? SystemThread.start("chatter-network", signals: .blocked) { self.run() }) != nil
  }

  private func run() {
    let multi = CurlMulti(connectionsMax: connectionsMax)
    if let multi {
      state.withLock { $0.waker = multi.waker }
      runTransfers(multi)
    }
    let late = state.withLock { state in
      defer { state.queued = [] }
      state.waker = nil
      state.isRunning = false
      return state.queued
    }
    for transfer in late { transfer.finish(.failure(Self.failure)) }
    // The handle's connections are closed on this thread, where SIGPIPE is blocked.
    withExtendedLifetime(multi) {}
  }

  private func runTransfers(_ multi: CurlMulti) {
    var exchanges: Exchanges = unsafe [:]
    var works = true
    while works {
      guard unsafe update(multi, &exchanges) else { break }
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

  /// Starts the queued transfers and ends the cancelled ones; returns false if the thread must end.
  private func update(_ multi: CurlMulti, _ exchanges: inout Exchanges) -> Bool {
    let (queued, isStopping) = state.withLock { state in
      defer { state.queued = [] }
      return (state.queued, state.isStopping)
    }
    for transfer in queued { unsafe start(transfer, multi, &exchanges) }
    for exchange in unsafe exchanges.values.filter({ $0.transfer.isCancelled }) {
      if let easy = exchange.easy {
        unsafe exchanges[easy.handle] = nil
        multi.remove(easy)
      }
      exchange.finish(.failure(.cancelled))
    }
    return !isStopping
  }

  private func start(
    _ transfer: CurlTransfer, _ multi: CurlMulti, _ exchanges: inout Exchanges
  ) {
    let exchange = CurlExchange(transfer)
    do throws(CurlError) {
      guard !transfer.isCancelled else { throw .cancelled }
      let easy = try exchange.prepare()
      guard multi.add(easy) else { throw .other("cannot start the transfer") }
      unsafe exchanges[easy.handle] = exchange
    } catch {
      exchange.finish(.failure(error))
    }
  }
}
