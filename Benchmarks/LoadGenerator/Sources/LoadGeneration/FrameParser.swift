/// Splits the bytes of an HTTP/2 connection into frames (RFC 9113 section 4.1): DATA in chunks as
/// they are received, all other frames as a whole.
public struct FrameParser {
  public struct Header: Equatable, Sendable {
    public var length = 0
    public var type: UInt8 = 0
    public var flags: UInt8 = 0
    public var stream: UInt32 = 0

    public static let data: UInt8 = 0
    public static let headers: UInt8 = 1
    public static let resetStream: UInt8 = 3
    public static let settings: UInt8 = 4
    public static let ping: UInt8 = 6
    public static let goAway: UInt8 = 7
    public static let continuation: UInt8 = 9

    public static let endStream: UInt8 = 1
    public static let acknowledgement: UInt8 = 1
    public static let padded: UInt8 = 8
    public static let priority: UInt8 = 0x20
  }

  public enum Event: Equatable {
    case needsMoreBytes
    /// A chunk of the data of a DATA frame.
    case data(Range<Int>, Header)
    /// The end of a DATA frame.
    case dataEnd(Header)
    /// Any other frame, with its payload.
    case frame(Header, [UInt8])
  }

  static let headerBytes = 9
  /// The largest frame that a peer may send by default (RFC 9113 section 4.2).
  static let frameBytesMax = 16_384

  private var head: [UInt8] = []
  private var header = Header()
  private var isInFrame = false
  private var left = 0
  private var padding: Int?
  private var payload: [UInt8] = []

  public init() {}

  /// Returns the next event in `bytes` from `place` on, and advances `place`.
  public mutating func next(in bytes: [UInt8], at place: inout Int) throws(ResponseError) -> Event {
    while true {
      if !isInFrame {
        let count = min(Self.headerBytes - head.count, bytes.count - place)
        head.append(contentsOf: bytes[place..<place + count])
        place += count
        guard head.count == Self.headerBytes else { return .needsMoreBytes }
        try beginFrame()
      }
      if header.type == Header.data {
        if let event = try nextOfData(bytes, &place) { return event }
      } else {
        let count = min(left, bytes.count - place)
        payload.append(contentsOf: bytes[place..<place + count])
        place += count
        left -= count
        guard left == 0 else { return .needsMoreBytes }
        isInFrame = false
        return .frame(header, payload)
      }
    }
  }

  private mutating func beginFrame() throws(ResponseError) {
    header.length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    header.type = head[3]
    header.flags = head[4]
    header.stream =
      UInt32(head[5] & 0x7f) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
    guard header.length <= Self.frameBytesMax else { throw .malformed("a frame too long") }
    head.removeAll(keepingCapacity: true)
    payload.removeAll(keepingCapacity: true)
    left = header.length
    padding = header.flags & Header.padded != 0 ? nil : 0
    isInFrame = true
  }

  /// Returns the next chunk of a DATA frame, or its end; nil after reading the padding length.
  private mutating func nextOfData(_ bytes: [UInt8], _ place: inout Int)
    throws(ResponseError) -> Event?
  {
    guard left > 0 else {
      isInFrame = false
      return .dataEnd(header)
    }
    guard place < bytes.count else { return .needsMoreBytes }
    guard let padding else {
      left -= 1
      self.padding = Int(bytes[place])
      place += 1
      guard Int(bytes[place - 1]) <= left else { throw .malformed("padding") }
      return nil
    }
    let start = place
    let count = min(left - min(padding, left), bytes.count - place)
    if count > 0 {
      place += count
      left -= count
      return .data(start..<place, header)
    }
    let skipped = min(left, bytes.count - place)
    place += skipped
    left -= skipped
    return nil
  }
}
