import Glibc
import Threads

/// Reads a descriptor and the pipe of signals on a thread of its own: a terminal cannot be waited
/// for otherwise without stopping the tasks.
final class TerminalReader: Sendable {
  /// The time within which the bytes of one key follow each other, also over a slow line.
  private static let quietMilliseconds: Int32 = 50
  /// How soon a terminal that is another's is asked again.
  private static let backgroundMilliseconds: Int32 = 100
  /// Events that nobody has taken: of pieces there are never so many (`ReadAhead`), and of signals
  /// only if somebody plays with them.
  private static let eventsMax = 4096
  /// What comes through the pipe of signals and is none: there is room again.
  private static let roomNumber: UInt8 = 0

  let events: AsyncStream<TerminalEvent>
  private let more: AsyncStream<TerminalEvent>.Continuation
  private let input: Int32
  private let signals: Int32
  private let ahead: ReadAhead
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
    let (signals, tellTo) = (ends[0], ends[1])
    (self.signals, self.tellTo) = (signals, tellTo)
    ahead = ReadAhead {
      // A pipe without room for it has enough in it to wake who reads.
      var byte = Self.roomNumber
      _ = unsafe write(tellTo, &byte, 1)
    }
    (events, more) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventsMax))
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
      // Signals come all the same; and what is not looked at is not quiet.
      let isFull = ahead.isFull
      var waiting = [
        pollfd(fd: isFull ? -1 : input, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      let count = unsafe poll(&waiting, 2, isQuiet || isFull ? -1 : Self.quietMilliseconds)
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
        for number in take(from: signals) ?? [] where number != Self.roomNumber {
          more.yield(.signal(Int32(number)))
        }
      }
      guard waiting[0].revents != 0 else { continue }
      if let bytes = take(from: input), !bytes.isEmpty {
        more.yield(.bytes(bytes, ahead.hold()))
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
