import Program

extension SettingsFile {
  /// Runs a body with a file that contains a certificate, which is removed afterwards.
  func withCertificate(
    _ pem: String, of authority: String,
    _ body: (_ path: String) async throws(ExitError) -> Void
  ) async throws(ExitError) {
    let path = try write(pem, to: "\(authority).new.crt")
    defer { Files.remove(path) }
    try await body(path)
  }

  /// Saves the certificate of the server with this host and port beside the settings.
  ///
  /// - Returns: The path of the file.
  func save(certificate pem: String, of authority: String) throws(ExitError) -> String {
    try write(pem, to: "\(authority).crt")
  }

  private func write(_ text: String, to name: String) throws(ExitError) -> String {
    try change { path throws(FileError) in
      let directory = String(path.dropLast(Self.name.count + 1))
      try Directories.make(directory)
      let file = "\(directory)/\(name)"
      try Files.replace(file, with: Array(text.utf8))
      return file
    }
  }
}
