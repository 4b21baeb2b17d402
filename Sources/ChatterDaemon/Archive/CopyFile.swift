/// A file in PostgreSQL's binary COPY format (PostgreSQL manual, COPY).
enum CopyFile {
  /// The signature, no flags, and a header extension of no bytes.
  static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
  static let trailer: [UInt8] = [0xFF, 0xFF]

  /// A row: the bytes of each column, nil for NULL.
  typealias Columns = [ArraySlice<UInt8>?]

  /// Parses one row, which is removed from `bytes`; nil if it is malformed or incomplete.
  static func row(_ bytes: inout ArraySlice<UInt8>) -> Columns? {
    var rest = bytes
    guard let count = integer(&rest, bytes: 2), count < 0x8000 else { return nil }
    var columns: Columns = []
    for _ in 0..<count {
      guard let length = integer(&rest, bytes: 4) else { return nil }
      if length == 0xFFFF_FFFF {
        columns.append(nil)
        continue
      }
      guard length <= rest.count else { return nil }
      columns.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    bytes = rest
    return columns
  }

  /// Passes each row of a whole file to `body`; returns false if the file is malformed.
  static func forEachRow(
    of file: [UInt8], _ body: (Columns) throws -> Void
  ) rethrows -> Bool {
    guard file.starts(with: header), file.count >= header.count + trailer.count else {
      return false
    }
    var rest = file[header.count...]
    while rest.count > trailer.count {
      guard let columns = row(&rest) else { return false }
      try body(columns)
    }
    return rest.elementsEqual(trailer)
  }

  /// Reads an unsigned integer in network byte order.
  private static func integer(_ bytes: inout ArraySlice<UInt8>, bytes count: Int) -> Int? {
    guard bytes.count >= count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
  }
}
