/// Builds the fields of a response in the form that HTTP/2 requires: `:status` first, names in
/// lower case, no connection-specific fields (RFC 9113 section 8.2).
struct ResponseHeadBlock {
  private var bytes: [UInt8] = []
  private var entries: [HeaderFields.Entry] = []

  var fields: HeaderFields { HeaderFields(bytes: bytes, entries: entries) }

  init() {
    bytes.reserveCapacity(256)
    entries.reserveCapacity(12)
  }

  /// Returns a head that contains only a status.
  static func status(_ code: Int) -> HeaderFields {
    var block = ResponseHeadBlock()
    block.append(":status") { $0.append(decimal: code) }
    return block.fields
  }

  /// Appends a field that the protocol adds; its name must be in lower case.
  mutating func append(_ name: String, _ value: (inout [UInt8]) -> Void) {
    append({ $0.append(contentsOf: name.utf8) }, value)
  }

  /// Appends the fields of the app, except those that are reserved for the protocol.
  mutating func append(_ fields: HeaderFields) {
    let source = fields.bytes
    for entry in fields.entries where !Self.isOwn(source.span, entry.name) {
      append(
        { for byte in source[entry.name] { $0.append(byte.asciiLowercased) } },
        { $0.append(contentsOf: source[entry.value]) })
    }
  }

  private mutating func append(
    _ name: (inout [UInt8]) -> Void, _ value: (inout [UInt8]) -> Void
  ) {
    let nameStart = bytes.count
    name(&bytes)
    let nameEnd = bytes.count
    value(&bytes)
    entries.append(HeaderFields.Entry(name: nameStart..<nameEnd, value: nameEnd..<bytes.count))
  }

  private static func isOwn(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    switch name.count {
    case 2: bytes.matches("te", in: name)
    case 16: bytes.matches("proxy-connection", in: name)
    default: ResponseWriter.isOwn(bytes, name)
    }
  }
}
