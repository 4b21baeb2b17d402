import System

/// PEM files that belong together: none gets its name before all are on disk.
struct CertificateFileSet {
  fileprivate struct Entry {
    let file: CertificateFile
    let mode: UInt32
    var text: [UInt8]
  }

  private static let certificateMode: UInt32 = 0o644
  private static let privateKeyMode: UInt32 = 0o600

  private var entries: [Entry] = []

  /// Adds the files of a chain and its key. Of several pairs, each appears after the one before.
  mutating func add(_ pair: CertifiedKey, at files: CertifiedKeyFiles) throws(CertificateError) {
    try add(files.privateKey, mode: Self.privateKeyMode) { () throws(OpenSSLFailure) in
      try pair.key.pem()
    }
    try addChain(of: pair, at: files.certificate)
  }

  /// Adds the file of a chain without its key.
  mutating func addChain(of pair: CertifiedKey, at path: String) throws(CertificateError) {
    try add(path, mode: Self.certificateMode) { () throws(OpenSSLFailure) in
      try pair.chainPEM()
    }
  }

  private mutating func add(
    _ path: String, mode: UInt32, _ text: () throws(OpenSSLFailure) -> [UInt8]
  ) throws(CertificateError) {
    let text = try CertificateError.refusing(text)
    entries.append(Entry(file: CertificateFile(path: path), mode: mode, text: text))
  }

  /// Overwrites the copies of the keys in memory.
  mutating func wipe() {
    for index in entries.indices { CertificateFile.wipe(&entries[index].text) }
  }

  /// Creates missing directories, and writes all files.
  func write(overwriting: Bool) throws(CertificateError) {
    let files = entries.map(\.file)
    for (index, file) in files.enumerated() {
      guard !files[..<index].contains(where: { $0.path == file.path }) else {
        throw CertificateError.sameFile(path: file.path)
      }
      guard overwriting || !file.exists else { throw CertificateError.fileExists(path: file.path) }
      guard !file.isDirectory else {
        throw CertificateError.fileNotWritable(path: file.path, .directory)
      }
    }
    for file in files { try CertificateFile.makeDirectory(file.directory) }
    var prepared: [(CertificateFile, NewFile)] = []
    for entry in entries { prepared.append((entry.file, try entry.prepare())) }
    for (index, (file, prepared)) in prepared.enumerated() {
      do throws(FileError) {
        try prepared.finish(overwriting: overwriting)
      } catch {
        // Those before it are new, unless they were to replace others.
        if !overwriting { for file in files[..<index] { file.remove() } }
        throw error == .exists
          ? CertificateError.fileExists(path: file.path)
          : CertificateError.fileNotWritable(path: file.path, error)
      }
    }
  }
}

extension CertificateFileSet.Entry {
  /// Returns the file, complete and on disk, but without its name.
  fileprivate func prepare() throws(CertificateError) -> NewFile {
    let prepared: NewFile
    do throws(FileError) {
      prepared = try NewFile(file.path, mode: mode)
    } catch {
      throw .directoryNotWritable(path: file.directory, error)
    }
    prepared.keepOwner()
    do throws(FileError) {
      try prepared.write(text)
      try prepared.synchronize()
    } catch {
      throw .fileNotWritable(path: file.path, error)
    }
    return prepared
  }
}

extension CertifiedKey {
  /// Returns all certificates of the chain in PEM, in their order.
  func chainPEM() throws(OpenSSLFailure) -> [UInt8] {
    var text: [UInt8] = []
    for certificate in chain { text += try certificate.pem() }
    return text
  }
}
