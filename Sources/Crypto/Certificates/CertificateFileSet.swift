import System

/// PEM files that belong together: none gets its name before all are on disk.
struct CertificateFileSet {
  private static let certificateMode: UInt32 = 0o644
  private static let privateKeyMode: UInt32 = 0o600

  /// Whether the files replace others.
  let overwriting: Bool
  /// The files that are complete and on disk.
  private var files: [(path: String, content: NewFile)] = []

  init(overwriting: Bool) { self.overwriting = overwriting }

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

  /// Writes a file without its name, in a directory that is created if it is missing.
  private mutating func add(
    _ path: String, mode: UInt32, _ text: () throws(OpenSSLFailure) -> [UInt8]
  ) throws(CertificateError) {
    let file = CertificateFile(path: path)
    guard !files.contains(where: { $0.path == path }) else { throw .sameFile(path: path) }
    guard overwriting || !file.exists else { throw .fileExists(path: path) }
    guard !file.isDirectory else { throw .fileNotWritable(path: path, .directory) }
    try CertificateFile.makeDirectory(file.directory)
    let text = try CertificateError.refusing(text)
    do throws(FileError) {
      let content = try NewFile(path, mode: mode)
      content.keepOwner()
      try content.write(text)
      try content.synchronize()
      files.append((path, content))
    } catch {
      throw .fileNotWritable(path: path, error)
    }
  }

  /// Gives all files their names.
  func finish() throws(CertificateError) {
    for (index, (path, content)) in files.enumerated() {
      do throws(FileError) {
        try content.finish(overwriting: overwriting)
      } catch {
        // Those before it are new, unless they were to replace others.
        if !overwriting {
          for file in files[..<index] { CertificateFile(path: file.path).remove() }
        }
        throw error == .exists ? .fileExists(path: path) : .fileNotWritable(path: path, error)
      }
    }
  }
}

extension CertifiedKey {
  /// Returns all certificates of the chain in PEM, in their order.
  func chainPEM() throws(OpenSSLFailure) -> [UInt8] {
    var text: [UInt8] = []
    for certificate in chain { text += try certificate.pemBytes() }
    return text
  }
}
