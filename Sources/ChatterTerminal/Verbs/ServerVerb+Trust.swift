import ChatterClient

extension ServerVerb {
  /// Connects to a server, and returns the trust to save for it.
  ///
  /// A certificate that the system does not trust is saved in a file if the user confirms it, at
  /// the terminal or with its fingerprint.
  func confirmedTrust(in place: ServerPlace) async throws(ExitError) -> Trust {
    let server = try place.server()
    if options.skipsCheck { return place.trust }
    if let fingerprint = options.fingerprint {
      let certificate = try await certificate(of: place)
      guard certificate.fingerprint == fingerprint else {
        throw ExitError(
          "\(place.authority): the fingerprint of the certificate is"
            + " \(certificate.fingerprintText), not the one given: this may be another server",
          .noPermission)
      }
      try await check(certificate, of: place)
      return .file(try file.write(certificate.pem, to: "\(place.authority).crt"))
    }
    do throws(ClientError) {
      try await probe.check(server)
      return place.trust
    } catch .tls(.untrusted) where options.trust == nil && place.trust == .system {
      return try await askedTrust(in: place)
    } catch {
      throw failure(error, place)
    }
  }

  private func askedTrust(in place: ServerPlace) async throws(ExitError) -> Trust {
    let certificate = try await certificate(of: place)
    // A certificate that would be refused nevertheless needs no answer.
    try await check(certificate, of: place)
    console.report(Self.description(of: certificate, from: place.authority))
    guard let readReply else {
      throw ExitError(
        "cannot ask whether to trust this certificate: compare the fingerprint with the server's,"
          + " and run: chatter server \(place.url) --fingerprint \(certificate.fingerprintText)",
        .noPermission)
    }
    console.report(
      "Compare the fingerprint with the one that chatterd cert printed on the server.\n")
    guard console.asks("Trust this certificate?", readReply) else {
      throw ExitError("not saved: the certificate is not trusted", .noPermission)
    }
    return .file(try file.write(certificate.pem, to: "\(place.authority).crt"))
  }

  /// Returns what a person compares with the output of `chatterd cert`.
  static func description(of certificate: ServerCertificate, from authority: String) -> String {
    [
      "The certificate of \(authority) is not signed by an authority that this machine trusts.",
      "for          \(certificate.names.joined(separator: ", "))",
      "expires      \(certificate.expiry)", "fingerprint  \(certificate.fingerprintText)",
    ].map { Printable.line($0) + "\n" }.joined()
  }

  private func certificate(of place: ServerPlace) async throws(ExitError) -> ServerCertificate {
    let server = try ServerPlace(url: place.url).server()
    do throws(ClientError) {
      return try await probe.certificate(of: server)
    } catch {
      throw failure(error, place)
    }
  }

  /// Connects to a server while only this certificate is trusted.
  private func check(
    _ certificate: ServerCertificate, of place: ServerPlace
  ) async throws(ExitError) {
    let path = try file.write(certificate.pem, to: "\(place.authority).new.crt")
    defer { Files.remove(path) }
    let server = try ServerPlace(url: place.url, trust: .file(path)).server()
    do throws(ClientError) {
      try await probe.check(server)
    } catch {
      throw failure(error, place)
    }
  }

  private func failure(_ error: ClientError, _ place: ServerPlace) -> ExitError {
    let failure = ExitError(error, at: place.authority)
    if case .tls = error { return failure }
    return ExitError(
      failure.message + "; nothing is saved (--force saves it without connecting)",
      failure.exitCode)
  }
}
