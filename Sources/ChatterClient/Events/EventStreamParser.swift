/// A parser of event streams (HTML Living Standard, section 9.2), which receives the bytes in
/// chunks of any length.
///
/// An event is complete with the empty line after it. An event that the end of the stream cuts off
/// is dropped, and the position does not include it.
public struct EventStreamParser: Sendable {
  /// The position after the last complete event or block: the value for `Last-Event-ID`. It is
  /// empty if the stream has set none.
  public private(set) var position: String
  /// The delay before a client connects again, if the stream has set one.
  public private(set) var retry: Duration?

  private let limits: EventStreamLimits
  private var isFirstLine = true
  /// Whether the last byte was a CR: a LF that follows belongs to the same line end.
  private var isAfterCarriageReturn = false
  private var line: [UInt8] = []
  private var type: [UInt8] = []
  /// The data of the event with a LF after each line.
  private var data: [UInt8] = []
  private var nextPosition: String

  /// Creates a parser for the start of a stream.
  ///
  /// - Parameters:
  ///   - position: The position at which the stream continues; empty for none.
  ///   - limits: The maximum lengths of lines and events.
  public init(position: String = "", limits: EventStreamLimits = EventStreamLimits()) {
    (self.position, nextPosition) = (position, position)
    self.limits = limits
  }

  /// Parses a chunk and appends the events that it completes, also those before an error.
  ///
  /// After an error the parser must not be used again: the bytes that follow have no meaning.
  public mutating func parse(
    _ chunk: some Sequence<UInt8>, into events: inout [StreamEvent]
  ) throws(EventStreamError) {
    for byte in chunk {
      let isRestOfLineEnd = isAfterCarriageReturn && byte == UInt8(ascii: "\n")
      isAfterCarriageReturn = byte == UInt8(ascii: "\r")
      if isRestOfLineEnd { continue }
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        if let event = try endLine() { events.append(event) }
      } else {
        guard line.count < limits.lineBytesMax else {
          throw .lineTooLong(bytesMax: limits.lineBytesMax)
        }
        line.append(byte)
      }
    }
  }

  private mutating func endLine() throws(EventStreamError) -> StreamEvent? {
    defer { line.removeAll(keepingCapacity: true) }
    var rest = line[...]
    if isFirstLine, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    isFirstLine = false
    if rest.isEmpty { return endBlock() }
    let colon = rest.firstIndex(of: UInt8(ascii: ":"))
    let name = rest[..<(colon ?? rest.endIndex)]
    var value = colon.map { rest[($0 + 1)...] } ?? []
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    // A comment is a field without a name, and unknown fields are ignored.
    if name.elementsEqual("data".utf8) {
      guard value.count < limits.eventBytesMax - data.count else {
        throw .eventTooLarge(bytesMax: limits.eventBytesMax)
      }
      data += value
      data.append(UInt8(ascii: "\n"))
    } else if name.elementsEqual("event".utf8) {
      type = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { nextPosition = String(decoding: value, as: UTF8.self) }
    } else if name.elementsEqual("retry".utf8) {
      if let delay = Self.delay(value) { retry = delay }
    }
    return nil
  }

  /// Processes an empty line. A block without data sets the position and is not an event.
  private mutating func endBlock() -> StreamEvent? {
    defer { (type, data) = ([], []) }
    position = nextPosition
    guard data.popLast() != nil else { return nil }
    return StreamEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self), data: data,
      position: position)
  }

  /// Returns a delay in milliseconds, at most `EventStreamLimits.retryMax`; nil if the value is not
  /// all digits.
  private static func delay(_ value: ArraySlice<UInt8>) -> Duration? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard !value.isEmpty, value.allSatisfy(digits.contains) else { return nil }
    let max = Int(EventStreamLimits.retryMax / .milliseconds(1))
    // A number that overflows is a long time too.
    let milliseconds = Int(String(decoding: value, as: UTF8.self)) ?? max
    return .milliseconds(min(milliseconds, max))
  }
}

/// An event of an event stream.
public struct StreamEvent: Sendable, Equatable {
  /// The type; `message` if the stream names none.
  public let type: String
  /// The data in UTF-8, as received; lines are separated by LF.
  public let data: [UInt8]
  /// The position after the event: the value for `Last-Event-ID`.
  public let position: String

  /// Creates an event, as a test double of a server does.
  public init(type: String, data: [UInt8], position: String) {
    (self.type, self.data, self.position) = (type, data, position)
  }
}

/// Limits on the memory that an event stream takes.
public struct EventStreamLimits: Sendable, Equatable {
  /// Maximum delay that a stream can set.
  public static let retryMax = Duration.seconds(3600)
  /// Maximum time without a byte, after which the stream counts as cut off: three times the
  /// interval of the comments that a server sends.
  public static let silenceMax = Duration.seconds(45)

  /// Maximum length of a line in bytes.
  public var lineBytesMax: Int
  /// Maximum size of the data of an event in bytes, with its line ends.
  public var eventBytesMax: Int

  /// Creates limits; the defaults are far above what a chatt with the longest message takes.
  public init(lineBytesMax: Int = 8 << 20, eventBytesMax: Int = 8 << 20) {
    (self.lineBytesMax, self.eventBytesMax) = (lineBytesMax, eventBytesMax)
  }
}

/// The reason that a stream is not accepted.
public enum EventStreamError: Error, Equatable, Sendable, CustomStringConvertible {
  case lineTooLong(bytesMax: Int)
  case eventTooLarge(bytesMax: Int)

  public var description: String {
    switch self {
    case .lineTooLong(let bytesMax): "a line of the event stream is longer than \(bytesMax) bytes"
    case .eventTooLarge(let bytesMax): "an event is larger than \(bytesMax) bytes"
    }
  }
}
