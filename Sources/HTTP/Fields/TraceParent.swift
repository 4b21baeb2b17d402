/// The position of a request in a distributed trace (W3C Trace Context, `traceparent`).
public struct TraceParent: Sendable, Hashable {
  /// The id of the trace: 32 lowercase hexadecimal digits.
  public let traceID: String

  /// Length of a value of version 00, in bytes: version, trace, parent and flags.
  private static let byteCount = 55

  /// Parses a value of version 00, or the first four fields of a later version's (section 3.2.2);
  /// nil for an invalid one, which counts as none.
  public init?(_ value: some StringProtocol) {
    let fields = Array(value.utf8.prefix(Self.byteCount + 1)).split(
      separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.prefix(4).map(\.count) == [2, 32, 16, 2],
      fields.prefix(4).allSatisfy({ $0.allSatisfy(Self.isDigit) }),
      !fields[0].elementsEqual("ff".utf8),
      fields.count == 4 || !fields[0].elementsEqual("00".utf8),
      // All zeros mean that there is none.
      !fields[1...2].contains(where: { $0.allSatisfy { $0 == UInt8(ascii: "0") } })
    else { return nil }
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
