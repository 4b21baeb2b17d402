import Chatter
import ChatterServer
import CommandLine
import Postgres
import Program
import TLS

/// `chatterd import`: stores the chatts of an export, or of a table in comma-separated values.
/// Chatts that are there already are skipped, so that it can be run again after an interruption.
struct Import: VerbRun {
  private static let stepBytes = 1 << 16
  /// Maximum size of a line: a row with a long message.
  private static let lineBytesMax = 64 << 20

  let path: String
  let verb: DatabaseVerb

  func run() async throws -> ExitCode {
    try await verb.runConnected { connection in
      let counts =
        (try? FileStatus(of: path))?.isDirectory == true
        ? try await importLines(on: connection) : try await importTable(on: connection)
      StandardStream.output.write("imported \(counts.text)\n")
      return counts.refused > 0 ? .data : .success
    }
  }

  private func importLines(on connection: PostgresConnection) async throws -> TransferCounts {
    let name = "\(path)/\(TransferDirectory.linesName)"
    let file = try InputFile(name, followsLinks: false)
    var (counts, number) = (TransferCounts(), 0)
    var rest: [UInt8] = []
    while true {
      let bytes = try file.read(Self.stepBytes)
      if bytes.isEmpty, rest.isEmpty { return counts }
      // The last line may have no line break.
      rest += bytes.isEmpty ? [UInt8(ascii: "\n")] : bytes
      let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() {
        number += 1
        try await store(on: connection, at: "\(name):\(number)", &counts) {
          line.isEmpty
            ? nil : try TransferredChatt(line: line, messageBytesMax: PostLimit.messageBytesMax)
        }
      }
      rest = Array(lines.last ?? [])
      guard rest.count <= Self.lineBytesMax else {
        throw VerbError.configuration("\(name):\(number + 1) is too long: it is no export")
      }
    }
  }

  private func importTable(on connection: PostgresConnection) async throws -> TransferCounts {
    let file = try InputFile(path)
    var (counts, reader) = (TransferCounts(), CSVReader())
    var columns: [String]?
    do {
      while true {
        let bytes = try file.read(Self.stepBytes)
        let records =
          bytes.isEmpty
          ? try reader.finish().map { [$0] } ?? [] : try reader.receive(bytes)
        for record in records {
          guard let names = columns else {
            columns = try Self.columns(of: record, path)
            continue
          }
          try await store(on: connection, at: "\(path):\(record.line)", &counts) {
            try TransferredChatt(
              row: record.fields, columns: names, messageBytesMax: PostLimit.messageBytesMax)
          }
        }
        if bytes.isEmpty { return counts }
      }
    } catch let error as CSVReader.Malformation {
      throw VerbError.configuration("\(path), \(error): export the table with csv header")
    }
  }

  static func columns(of record: CSVReader.Record, _ path: String) throws -> [String] {
    let names = record.fields.map { $0 ?? "" }
    guard names.contains("username"), names.contains("message") else {
      throw VerbError.configuration(
        "\(path): the first line must name the columns, among them username and message")
    }
    return names
  }

  /// Stores one chatt; reports one that cannot be stored, and continues.
  private func store(
    on connection: PostgresConnection, at place: String, _ counts: inout TransferCounts,
    _ read: () throws -> TransferredChatt?
  ) async throws {
    try Task.checkCancellation()
    do {
      guard let transferred = try read() else { return }
      var chatt = NewChatt(username: transferred.username, message: transferred.message)
      switch transferred.clip {
      case .file(let name): try addClip(try clip(name), to: &chatt)
      case .bytes(let bytes): try addClip(bytes, to: &chatt)
      case nil: break
      }
      let isNew = try await ChattTransfer.store(
        chatt, id: transferred.id ?? ChattTransfer.makeID(), createdAt: transferred.created,
        on: connection)
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
