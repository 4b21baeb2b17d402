/// The fields of a response in the form that HTTP/2 requires: `:status` first, names in lower case
/// (RFC 9113 section 8.2).
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

  /// Appends the fields of the app.
  mutating func appendLowercased(_ fields: HeaderFields) {
    let source = fields.bytes
    for line in fields.lines {
      append(
        name: { for byte in source[line.name] { $0.append(byte.asciiLowercased) } },
        value: { $0.append(contentsOf: source[line.value]) })
    }
  }
}
