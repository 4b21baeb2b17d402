/// The fields of a response in the form that HTTP/2 requires: `:status` first, names in lower case,
/// no connection-specific fields (RFC 9113 section 8.2).
extension HeaderFields {
  /// Creates a head that contains only a status.
  init(status code: Int) {
    self.init()
    reserveCapacity(bytes: 256, lines: 12)
    append(":status") { $0.append(decimal: code) }
  }

  /// Appends a field that the protocol adds; its name must be in lower case.
  mutating func append(_ name: String, _ value: (inout [UInt8]) -> Void) {
    append(name: { $0.append(contentsOf: name.utf8) }, value: value)
  }

  /// Appends the fields of the app, except those that are reserved for the protocol.
  mutating func appendLowercased(_ fields: HeaderFields) {
    let source = fields.bytes
    for line in fields.lines where !Self.isOwn(source.span, line.name) {
      append(
        name: { for byte in source[line.name] { $0.append(byte.asciiLowercased) } },
        value: { $0.append(contentsOf: source[line.value]) })
    }
  }

  private static func isOwn(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Bool {
    switch name.count {
    case 2: bytes.matches("te", in: name)
    case 16: bytes.matches("proxy-connection", in: name)
    default: ResponseWriter.isOwn(bytes, name)
    }
  }
}
