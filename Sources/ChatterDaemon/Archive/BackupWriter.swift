import HTTP

/// Writes a backup: collects rows into parts of bounded size, and appends the digests.
struct BackupWriter {
  /// A part ends with the row that reaches this size.
  static let partBytes = 1 << 20

  private let contents: BackupContents
  private let write: ([UInt8]) throws -> Void
  private let partBytes: Int
  private(set) var counts = BackupCounts()
  private var digests = ""
  private var table: BackupContents.Table?
  private var partNumber = 0
  private var part = CopyFile.header
  private var clipLines = ""

  /// - Parameter write: appends bytes to the file.
  init(
    _ contents: BackupContents, partBytes: Int = Self.partBytes,
    write: @escaping ([UInt8]) throws -> Void
  ) throws {
    (self.contents, self.write, self.partBytes) = (contents, write, partBytes)
    try append(Array(contents.text.utf8), name: BackupContents.fileName)
  }

  /// Begins the parts of a table.
  mutating func begin(_ table: BackupContents.Table) throws {
    try endPart()
    self.table = table
    partNumber = 0
  }

  /// Appends a message of COPY TO STDOUT: one row, before the first the header, after the last the
  /// trailer.
  mutating func append(_ message: [UInt8]) throws {
    guard let table else { return }
    var rest = message[...]
    if rest.starts(with: CopyFile.header) { rest = rest.dropFirst(CopyFile.header.count) }
    guard !rest.isEmpty, !rest.elementsEqual(CopyFile.trailer) else { return }
    var parsed = rest
    guard let columns = CopyFile.row(&parsed), parsed.isEmpty else {
      throw VerbError.temporary("the database sent a malformed row of \(table.name): try again")
    }
    part += rest
    counts.rows[table.name, default: 0] += 1
    if let clip = ClipDigest(columns, of: table) {
      counts.clips += 1
      counts.clipBytes += clip.byteCount
      clipLines += try clip.line
    }
    if part.count >= partBytes { try endPart() }
  }

  /// Writes the manifest, the digests and the end of the archive.
  mutating func finish() throws {
    try endPart()
    try append(counts.manifest(contents), name: BackupCounts.fileName)
    try append(Array(digests.utf8), name: BackupReader.digestsName)
    try write(TarHeader.end)
  }

  private mutating func endPart() throws {
    guard let table, part.count > CopyFile.header.count else { return }
    partNumber += 1
    let digits = String(partNumber)
    let number = String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    let name = "\(table.name)/\(number).copy.gz"
    part += CopyFile.trailer
    try append(Gzip.compress(part[...]), name: name)
    part = CopyFile.header
    guard !clipLines.isEmpty else { return }
    try append(Array(clipLines.utf8), name: ClipDigest.fileName(besides: name))
    clipLines = ""
  }

  private mutating func append(_ bytes: [UInt8], name: String) throws {
    let header = TarHeader(name: name, size: bytes.count)
    try write(header.bytes)
    try write(bytes)
    try write([UInt8](repeating: 0, count: header.paddingBytes))
    digests += try DigestLine.text(of: bytes, name: name)
  }
}
