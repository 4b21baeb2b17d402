import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Crypto
import Postgres
import PrivateCluster
import System

/// `chatterd import`: stores the chatts of an export, or of a table as lines of JSON or in
/// comma-separated values, in a database that it migrates if it has no tables. Chatts that are
/// there already are skipped, so that it can be run again after an interruption.
struct Import: VerbRun {
  private static let stepBytes = 1 << 16
  /// Maximum size of a line: a row with a long message and perhaps a clip in base64.
  private static let lineBytesMax = 64 << 20

  let path: String
  let reserve: Int?
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    // Perhaps only root may read it.
    let isExport = (try? FileStatus(of: path))?.isDirectory == true
    let name = isExport ? "\(path)/\(TransferDirectory.linesName)" : path
    guard !isExport || FilePresence.exists(name) else {
      throw VerbError.data(
        "\(LogFormat.printable(name)) is missing: the directory is not a complete export")
    }
    let file = try InputFile(name, followsLinks: !isExport)
    return try await verb.run(changing: true) { database, loop in
      let space = SpareSpace(verb.options, reserve: reserve)
      try space?.check(adding: 0)
      try await database.migrateIfEmpty(on: loop)
      let counts = try await database.withConnection(on: loop) { connection in
        let first = try file.read(Self.stepBytes)
        guard isExport || first.first == UInt8(ascii: "{") else {
          return try await importTable(
            first, in: file, of: database, on: connection, sparing: space, loop)
        }
        var start: [UInt8]? = first
        return try await importLines(at: "\(name):", on: connection, sparing: space) {
          defer { start = nil }
          return try start ?? file.read(Self.stepBytes)
        }
      }
      StandardStream.output.write("imported \(counts.text)\n")
      return counts.refused > 0 ? .data : .success
    } ?? .temporary
  }

  /// Imports a table in comma-separated values, which PostgreSQL reads, beginning with some bytes.
  private func importTable(
    _ first: [UInt8], in file: InputFile, of database: Database,
    on connection: PostgresConnection, sparing space: SpareSpace?, _ loop: EventLoop
  ) async throws -> TransferCounts {
    let header = first.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let names = String(decoding: header, as: UTF8.self).split(
      separator: ",", omittingEmptySubsequences: false)
    let columns = names.enumerated().map { number, name in
      name.isEmpty ? "column \(number)" : String(name.replacing("\"", with: ""))
    }
    guard columns.contains("username"), columns.contains("message") else {
      throw VerbError.configuration(
        "\(path): the first line must name the columns, among them username and message")
    }
    let dump = try await DatabaseDump(
      database.configuration, over: connection, until: WholeDatabase.deadline)
    let table = try dump.table(columns, in: file.descriptor, on: loop)
    let counts = try await importLines(at: "\(path): row ", on: connection, sparing: space) {
      try await table.read() ?? []
    }
    do {
      try await table.finish()
    } catch let failure as ProgramPipeline.Failure
      where ["COPY given", "column"].contains(where: failure.text.contains)
    {
      throw VerbError.data("\(path) cannot be read as a table with csv header: \(failure.text)")
    }
    return counts
  }

  /// Imports the lines of the bytes that `read` returns, which are none at the end.
  private func importLines(
    at place: String, on connection: PostgresConnection, sparing space: SpareSpace?,
    _ read: () async throws -> [UInt8]
  ) async throws -> TransferCounts {
    var (counts, ids, number) = (TransferCounts(), DerivedIDs(), 0)
    var rest: [UInt8] = []
    while true {
      let bytes = try await read()
      if bytes.isEmpty, rest.isEmpty { return counts }
      // The last line may have no line break.
      rest += bytes.isEmpty ? [UInt8(ascii: "\n")] : bytes
      guard bytes.isEmpty || bytes.contains(UInt8(ascii: "\n")) || rest.count > Self.lineBytesMax
      else { continue }
      let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        number += 1
        try space?.check(adding: line.count)
        try await store(line, on: connection, at: "\(place)\(number)", &counts, &ids)
      }
      rest = Array(lines.last ?? [])
      guard rest.count <= Self.lineBytesMax else {
        throw VerbError.configuration("\(place)\(number + 1) is too long: it is no export")
      }
    }
  }

  /// Stores one chatt; reports one that cannot be stored, and continues.
  private func store(
    _ line: ArraySlice<UInt8>, on connection: PostgresConnection, at place: String,
    _ counts: inout TransferCounts, _ ids: inout DerivedIDs
  ) async throws {
    try Task.checkCancellation()
    guard !line.isEmpty else { return }
    do {
      let transferred = try TransferredChatt(line: line)
      var chatt = NewChatt(username: transferred.username, message: transferred.message)
      switch transferred.clip {
      case .file(let name):
        try addClip(try clip(name), to: &chatt)
        let digest = chatt.audioSHA256?.hexadecimal()
        guard transferred.clipSHA256 == nil || transferred.clipSHA256 == digest else {
          throw TransferredChatt.Refusal("\(name) differs from its SHA-256 in this line")
        }
      case .bytes(let bytes): try addClip(bytes, to: &chatt)
      case nil: break
      }
      let id = try transferred.id ?? ids.next(for: transferred, clipSHA256: chatt.audioSHA256)
      let isNew = try await ChattTransfer.store(
        chatt, id: id, createdAt: transferred.created, on: connection)
      counts.chatts += isNew ? 1 : 0
      counts.clips += isNew && chatt.audio != nil ? 1 : 0
      counts.present += isNew ? 0 : 1
    } catch let refusal as TransferredChatt.Refusal {
      counts.refused += 1
      StandardStream.error.write("chatterd: \(LogFormat.printable(place)): \(refusal)\n")
    }
  }

  private func clip(_ name: String) throws(TransferredChatt.Refusal) -> [UInt8] {
    do throws(FileError) {
      return try TransferDirectory(path).clip(name, bytesMax: Self.lineBytesMax)
    } catch {
      throw TransferredChatt.Refusal("cannot read \(name): \(error)")
    }
  }

  private func addClip(
    _ bytes: [UInt8], to chatt: inout NewChatt
  ) throws(TransferredChatt.Refusal) {
    do throws(AudioClipError) {
      let clip = try AudioClip(bytes: bytes)
      chatt.audioSHA256 = SHA256.digest(of: clip.bytes)
      chatt.audio = clip
    } catch {
      throw TransferredChatt.Refusal("the clip is not valid: \(error)")
    }
  }
}
