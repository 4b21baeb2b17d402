/// The position of a request in a distributed trace (W3C Trace Context, `traceparent`).
public struct TraceParent: Sendable, Hashable {
  /// The id of the trace: 32 lowercase hexadecimal digits.
  public let traceID: String

  /// Length of a value of version 00, in bytes: version, trace, parent and flags.
  private static let byteCount = 55
  /// Where the four fields of a value are.
  private static let ranges = [0..<2, 3..<35, 36..<52, 53..<55]

  /// Parses a value of version 00, or the first four fields of a later version's (section 3.2.2);
  /// nil for an invalid one, which counts as none.
  public init?(_ value: some StringProtocol) {
    let bytes = Array(value.utf8.prefix(Self.byteCount + 1))
    guard bytes.count >= Self.byteCount else { return nil }
    let fields = Self.ranges.map { bytes[$0] }
    let separators = [bytes[2], bytes[35], bytes[52]]
    guard separators.allSatisfy({ $0 == UInt8(ascii: "-") }),
      fields.allSatisfy({ $0.allSatisfy(Self.isDigit) }),
      !fields[0].elementsEqual("ff".utf8),
      // All zeros mean that there is none.
      ![fields[1], fields[2]].contains(where: { $0.allSatisfy { $0 == UInt8(ascii: "0") } })
    else { return nil }
    if bytes.count > Self.byteCount {
      guard !fields[0].elementsEqual("00".utf8), bytes[Self.byteCount] == UInt8(ascii: "-")
      else { return nil }
    }
    traceID = String(decoding: fields[1], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

extension HeaderFields {
  /// The position in a trace that the sender gave; nil without one, or if it is invalid.
  public var traceParent: TraceParent? {
    guard let value = self[.traceParent] else { return nil }
    return TraceParent(value)
  }
}

extension FieldName {
  fileprivate static let traceParent: FieldName = "traceparent"
}
