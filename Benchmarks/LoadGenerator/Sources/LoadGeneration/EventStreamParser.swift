/// Parses a stream of server-sent events (HTML standard, section 9.2.6).
///
/// A line break may be CR, LF or both, and may be split between two chunks. Comments and positions
/// are skipped.
public struct EventStreamParser: Sendable {
  public struct Event: Sendable, Equatable {
    /// The type of the event; empty if the stream names none.
    public var name: [UInt8] = []
    public var data: [UInt8] = []
  }

  /// Maximum length of a line, and of the data of an event, in bytes.
  static let bytesMax = 1 << 20

  private var line: [UInt8] = []
  private var event = Event()
  private var hasData = false
  private var isAfterReturn = false

  public init() {}

  /// Processes received bytes, and returns the events that they complete.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) throws(ResponseError) -> [Event] {
    var events: [Event] = []
    var place = bytes.startIndex
    while place < bytes.endIndex {
      if isAfterReturn, bytes[place] == UInt8(ascii: "\n") { place += 1 }
      isAfterReturn = false
      var end = place
      while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r")
      {
        end += 1
      }
      line.append(contentsOf: bytes[place..<end])
      guard line.count + event.data.count <= Self.bytesMax else {
        throw .malformed("an event without an end")
      }
      guard end < bytes.endIndex else { break }
      isAfterReturn = bytes[end] == UInt8(ascii: "\r")
      place = end + 1
      if let event = endLine() { events.append(event) }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  /// Processes a complete line, and returns the event that it ends.
  private mutating func endLine() -> Event? {
    guard !line.isEmpty else {
      defer {
        event = Event()
        hasData = false
      }
      return hasData ? event : nil
    }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[min(colon + 1, line.endIndex)...]
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    if line[..<colon].elementsEqual("data".utf8) {
      if hasData { event.data.append(UInt8(ascii: "\n")) }
      event.data += value
      hasData = true
    } else if line[..<colon].elementsEqual("event".utf8) {
      event.name = Array(value)
    }
    return nil
  }
}
