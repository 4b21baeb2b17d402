import Glibc
import Threads

/// Reads a descriptor and the pipe of signals on a thread of its own: a terminal cannot be waited
/// for otherwise without stopping the tasks.
final class TerminalReader: Sendable {
  /// The time within which the bytes of one key follow each other, also over a slow line.
  private static let quietMilliseconds: Int32 = 50
  /// How soon a terminal that is another's is asked again.
  private static let backgroundMilliseconds: Int32 = 100
  /// Pieces that nobody has taken; a person does not type so fast.
  private static let piecesMax = 4096

  let events: AsyncStream<TerminalEvent>
  private let more: AsyncStream<TerminalEvent>.Continuation
  private let input: Int32
  private let signals: Int32
  /// The writing end of the pipe of signals.
  let tellTo: Int32

  /// Reads the descriptor, or signals alone.
  init?(input: Int32?) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    // poll(2) passes over a negative descriptor.
    self.input = input ?? -1
    (signals, tellTo) = (ends[0], ends[1])
    (events, more) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.piecesMax))
  }

  /// Starts the thread, which runs as long as the program.
  func start() {
    do throws(SystemThread.StartError) {
      try SystemThread.start("chatter-input") { self.read() }
    } catch {
      more.finish()
    }
  }

  /// Until the program ends: signals may come when the input has ended.
  private func read() {
    // Who reads the terminal from the background is stopped, and goes on in the foreground; with the
    // signal blocked, as by the thread that started this one, the input would seem to have ended.
    TerminalSignals.open(to: SIGTTIN)
    var isQuiet = true
    var input = input
    while true {
      var waiting = [
        pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&waiting, 2, isQuiet ? -1 : Self.quietMilliseconds)
      if count < 0 {
        if errno == EINTR { continue }
        break
      }
      if count == 0 {
        more.yield(.quiet)
        isQuiet = true
        continue
      }
      if waiting[1].revents != 0 {
        for number in take(from: signals) ?? [] { more.yield(.signal(Int32(number))) }
      }
      guard waiting[0].revents != 0 else { continue }
      if let bytes = take(from: input), !bytes.isEmpty {
        more.yield(.bytes(bytes))
        isQuiet = false
      } else if isInBackground {
        // EIO: the terminal is another's for now, and nothing has ended.
        _ = poll(nil, 0, Self.backgroundMilliseconds)
      } else {
        more.yield(.ended)
        input = -1
        isQuiet = true
      }
    }
    more.finish()
  }

  /// Whether the terminal is read by another group of processes.
  private var isInBackground: Bool {
    let group = tcgetpgrp(input)
    return group >= 0 && group != getpgrp()
  }

  /// What can be read at once; nil for an error.
  private func take(from descriptor: Int32) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { space in
        unsafe Glibc.read(descriptor, space.baseAddress, space.count)
      }
      if count >= 0 { return Array(chunk[..<count]) }
      guard errno == EINTR else { return nil }
    }
  }
}
