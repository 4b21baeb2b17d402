/// The fields of an HTTP/2 message in HPACK (RFC 7541), as far as a client needs them that has set
/// the size of the dynamic table to 0.
enum FieldBlock {
  /// Returns a GET: each field is an entry of the static table, or a literal value.
  static func get(path: String, authority: String, wantsGzip: Bool) -> [UInt8] {
    // Entries 2 and 7: GET, https. 4 is the path's name, 1 the authority's, 16 accept-encoding.
    var block: [UInt8] = [0x82, 0x87]
    block += [0x04, UInt8(path.utf8.count)] + Array(path.utf8)
    block += [0x01, UInt8(authority.utf8.count)] + Array(authority.utf8)
    if wantsGzip { block += [0x0f, 0x01, 4] + Array("gzip".utf8) }
    return block
  }

  /// Finds 200 in the block of a response: entry 8 of the static table, which comes first (RFC 9113
  /// section 8.3), after changes of the table's size.
  static func expectSuccess(_ block: ArraySlice<UInt8>) throws(ResponseError) {
    guard let first = block.first(where: { $0 & 0xe0 != 0x20 }) else {
      throw .malformed("no status")
    }
    switch first {
    case 0x88: return
    case 0x89...0x8e: throw .status([204, 206, 304, 400, 404, 500][Int(first) - 0x89])
    default: throw .malformed("another status than 200, or none")
    }
  }
}
