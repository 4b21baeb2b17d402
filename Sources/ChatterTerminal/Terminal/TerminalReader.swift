import Glibc
import System

/// Reads a descriptor and the signal pipe on its own thread, so that no task blocks.
final class TerminalReader: Sendable {
  /// The maximum time between the bytes of one key, even over a slow line.
  private static let quietMilliseconds: Int32 = 50
  /// The interval at which a terminal of another job is polled.
  private static let backgroundMilliseconds: Int32 = 100
  /// The maximum number of buffered events; `ReadAhead` keeps the number of chunks far below it.
  private static let eventsMax = 4096
  /// The byte in the signal pipe that is not a signal: it reports that `ReadAhead` has space again.
  private static let spaceNumber: UInt8 = 0

  let events: AsyncStream<TerminalEvent>
  private let more: AsyncStream<TerminalEvent>.Continuation
  private let input: Int32
  /// Whether input waits while another job has the terminal, since reading it stops the program.
  private let waitsForForeground: Bool
  private let signals: Int32
  private let ahead: ReadAhead
  let signalPipe: Int32

  /// Creates a reader of a descriptor and signals, or, with nil, of signals only.
  init?(input: Int32?, waitsForForeground: Bool = false) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    // poll(2) ignores a negative descriptor.
    self.input = input ?? -1
    self.waitsForForeground = waitsForForeground
    let (signals, signalPipe) = (ends[0], ends[1])
    (self.signals, self.signalPipe) = (signals, signalPipe)
    ahead = ReadAhead {
      // If the pipe is full, its contents wake the reader anyway.
      var byte = Self.spaceNumber
      _ = unsafe write(signalPipe, &byte, 1)
    }
    (events, more) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.eventsMax))
  }

  /// Starts the thread, which runs until the program ends.
  func start() {
    if (try? SystemThread.start("chatter-input", self.read)) == nil { more.finish() }
  }

  /// Reads until the program ends: signals may arrive after the end of the input.
  private func read() {
    // A background process that reads the terminal is stopped, and continues in the foreground. If
    // the signal were blocked, as in the thread that started this one, the read would fail instead.
    TerminalSignals.unblock(SIGTTIN)
    var isQuiet = true
    var input = input
    while true {
      // When the buffer is full only signals are read, and no timeout runs.
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
        for number in take(signals) ?? [] where number != Self.spaceNumber {
          more.yield(.signal(Int32(number)))
        }
      }
      guard waiting[0].revents != 0 else { continue }
      if waitsForForeground, isInBackground {
        _ = poll(nil, 0, Self.backgroundMilliseconds)
        continue
      }
      if let bytes = take(input), !bytes.isEmpty {
        more.yield(.bytes(bytes, ahead.acquire()))
        isQuiet = false
      } else if isInBackground {
        // EIO: the terminal belongs to another job for now; this is not the end of the input.
        _ = poll(nil, 0, Self.backgroundMilliseconds)
      } else {
        more.yield(.ended)
        input = -1
        isQuiet = true
      }
    }
    more.finish()
  }

  /// Whether another process group is in the foreground of the terminal.
  private var isInBackground: Bool {
    let group = tcgetpgrp(input)
    return group >= 0 && group != getpgrp()
  }

  /// Reads the available bytes; nil on an error.
  private func take(_ descriptor: Int32) -> [UInt8]? {
    try? WholeFile.readNext(descriptor, bytesMax: 4096)
  }
}
