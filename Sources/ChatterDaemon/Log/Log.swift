import Arguments
import Chatter
import HTTP
import Synchronization
import System
import WebServer

/// The log of the program. Any thread may write; lines are whole and in the order of their times.
final class Log: Sendable {
  /// Formatting also happens under the lock, so that buffers are reused.
  fileprivate struct State {
    var line: LogLine
    var output: LogOutput
  }

  /// The lowest severity that is written.
  private let severityMin: Atomic<Int>
  private let state: Lock<State>
  private let clock: @Sendable () -> Timestamp
  private let requestLines = Lock(RequestLines())

  /// - Parameter descriptor: The file descriptor, owned by the caller; standard error by default.
  init(
    level: LogLevel, format: LogFormat, descriptor: Int32 = StandardStream.error.rawValue,
    clock: @escaping @Sendable () -> Timestamp = {
      Timestamp(clamping: WallClock.microsecondsSince1970)
    }
  ) {
    severityMin = Atomic(level.severity)
    self.clock = clock
    state = Lock(
      State(line: LogLine(format: format), output: LogOutput(descriptor: descriptor)))
  }

  convenience init(_ values: OptionValues) throws(CommandError) {
    self.init(level: try values.choice(.logLevel), format: try values.choice(.logFormat))
  }

  func isEnabled(_ level: LogLevel) -> Bool {
    level.severity >= severityMin.load(ordering: .relaxed)
  }

  /// Changes to the level and the format that are configured now, and names what a reload does not
  /// change.
  func reload(
    _ read: () throws -> (level: LogLevel, format: LogFormat, changed: [String])
  ) {
    do {
      let (level, format, changed) = try read()
      severityMin.store(level.severity, ordering: .relaxed)
      state.withLock { if $0.line.format != format { $0.line = LogLine(format: format) } }
      if !changed.isEmpty {
        write(
          .warning, "changed options take effect with a restart",
          ["options": "\(changed.joined(separator: ", "))"])
      }
    } catch {
      write(
        .error, "the configuration is invalid, keeping the options of the log",
        ["reason": "\(error)"])
    }
  }

  var format: LogFormat { state.withLock { $0.line.format } }

  /// The number of lines that could not be written.
  var droppedCount: Int { state.withLock { $0.output.droppedTotal } }

  /// Writes one line; the fields are evaluated only if the level is enabled.
  ///
  /// The message is one of the program's own texts. External data goes into the fields.
  func write(
    _ level: LogLevel, _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, LogValue> = [:]
  ) {
    guard isEnabled(level) else { return }
    let (message, fields) = (message(), fields())
    state.withLock { state in
      if state.write(clock(), level, message, fields) { state.reportDropped(clock()) }
    }
  }

  /// Writes the line of one request and its response, unless its address sends very many.
  func access(_ record: AccessRecord) {
    guard isEnabled(.info), record.isLogged else { return }
    write(of: record.remoteAddress, record.message, record.fields)
  }

  /// Writes a line that requests of an address cause, unless it sends very many.
  func write(
    of address: String, _ message: @autoclosure () -> String,
    _ fields: @autoclosure () -> KeyValuePairs<String, LogValue>
  ) {
    guard isEnabled(.info) else { return }
    let second = clock().microsecondsSince1970 / 1_000_000
    let (isWritten, left) = requestLines.withLock { $0.add(of: address, at: second) }
    for (address, count) in left {
      write(
        .info, "lines of requests left out",
        ["remote": .text(address), "count": .integer(count)])
    }
    if isWritten { write(.info, message(), fields()) }
  }
}

extension Log.State {
  fileprivate mutating func write(
    _ time: Timestamp, _ level: LogLevel, _ message: String,
    _ fields: KeyValuePairs<String, LogValue>
  ) -> Bool {
    line.begin(time, level, message)
    for (name, value) in fields { line.append(name, value) }
    line.end()
    return output.write(line.bytes)
  }

  /// Reports the number of dropped lines once a line can be written again; a failed report is not
  /// counted.
  fileprivate mutating func reportDropped(_ time: Timestamp) {
    let count = output.droppedCount
    guard count > 0 else { return }
    let message = "dropped log lines"
    let isWritten = write(time, .warning, message, ["count": .integer(count)])
    output.droppedCount = isWritten ? 0 : count
  }
}

/// The log line of one request and its response, without bodies and without the query.
extension AccessRecord {
  static let methodBytesMax = 32
  static let pathBytesMax = 256
  /// Paths that monitoring requests every few seconds.
  private static let unloggedPaths = ["/livez", "/readyz"]

  /// The path without query and fragment.
  private var barePath: Substring {
    Substring(path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  var isLogged: Bool { !Self.unloggedPaths.contains { $0 == barePath } }

  /// The message of the line: the status 200 does not show that a list was cut short.
  var message: String { isComplete ? "request" : "request cut short" }

  var fields: KeyValuePairs<String, LogValue> {
    [
      "method": .text(method, bytesMax: Self.methodBytesMax),
      "path": .text(String(barePath), bytesMax: Self.pathBytesMax), "status": .integer(status),
      "bytes": .integer(responseBytes), "duration_ms": .duration(duration),
      "request": .text(requestID.description), "remote": .text(remoteAddress),
      "protocol": .text(version), "trace": trace.map { .text($0.traceID) } ?? .absent,
    ]
  }
}

/// Decides which lines about requests are in the log: those of an address that sends very many are
/// counted instead, so that a log does not grow faster than what it describes.
struct RequestLines {
  /// Maximum number of lines of one address in a second.
  static let linesMax = 1_000
  /// Maximum number of addresses with lines of their own in a second. Others share theirs.
  static let addressesMax = 4_096

  private var second: Int64 = 0
  private var counts: [String: Int] = [:]

  /// Counts a line. Returns whether it is written, and how many of each address were not in the
  /// last second that had any.
  mutating func add(
    of address: String, at second: Int64
  ) -> (isWritten: Bool, left: [(address: String, count: Int)]) {
    var left: [(String, Int)] = []
    if second != self.second {
      left = counts.filter { $0.value > Self.linesMax }.map { ($0.key, $0.value - Self.linesMax) }
      counts.removeAll(keepingCapacity: true)
      self.second = second
    }
    let isKnown = counts[address] != nil || counts.count < Self.addressesMax
    let count = counts[isKnown ? address : "others", default: 0] + 1
    counts[isKnown ? address : "others"] = count
    return (count <= Self.linesMax, left)
  }
}
