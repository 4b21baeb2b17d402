import Glibc

/// PEM files that belong together: all of them are written, or none.
struct CertificateFileSet {
  private struct Entry {
    let file: CertificateFile
    let mode: mode_t
    var text: [UInt8]
  }

  private static let certificateMode: mode_t = 0o644
  private static let privateKeyMode: mode_t = 0o600

  private var entries: [Entry] = []

  /// Adds the files of a chain and its key. Of several pairs, each appears after the one before.
  mutating func add(_ pair: CertifiedKey, at files: CertifiedKeyFiles) throws(CertificateError) {
    do throws(OpenSSLFailure) {
      entries.append(
        Entry(
          file: CertificateFile(path: files.privateKey), mode: Self.privateKeyMode,
          text: try pair.key.pem()))
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
    try addChain(of: pair, at: files.certificate)
  }

  /// Adds the file of a chain without its key.
  mutating func addChain(of pair: CertifiedKey, at path: String) throws(CertificateError) {
    do throws(OpenSSLFailure) {
      entries.append(
        Entry(
          file: CertificateFile(path: path), mode: Self.certificateMode,
          text: try pair.chainPEM()))
    } catch {
      throw CertificateError.refused(reason: error.reason)
    }
  }

  /// Overwrites the copies of the keys in memory.
  mutating func wipe() {
    for index in entries.indices { CertificateFile.wipe(&entries[index].text) }
  }

  /// Writes all files. Each appears whole or not at all; if one fails, the files before it are as
  /// they were.
  func write(overwriting: Bool) throws(CertificateError) {
    let files = entries.map(\.file)
    for (index, file) in files.enumerated()
    where files[..<index].contains(where: { $0.path == file.path }) {
      throw CertificateError.sameFile(path: file.path)
    }
    if !overwriting {
      for file in files where file.exists { throw CertificateError.fileExists(path: file.path) }
    }
    for file in files { try file.directory.make() }

    var prepared: [PreparedFile] = []
    defer { for file in prepared { file.discard() } }
    for entry in entries {
      prepared.append(try entry.file.writeBeside(entry.text, mode: entry.mode))
    }

    var committed: [CommittedFile] = []
    do throws(CertificateError) {
      for file in prepared { committed.append(try file.commit(overwriting: overwriting)) }
    } catch {
      for file in committed.reversed() { file.undo() }
      throw error
    }
    for file in committed { file.finish() }
    for directory in Set(files.map(\.directory)) { directory.synchronize() }
  }
}
