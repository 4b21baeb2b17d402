import Foundation
import TestSupport
import Testing

/// Certificates as the openssl command sees them, independently of our own modules.
@Suite(.needs(.postgreSQL))
struct CertificateTests {
  /// Returns the text of a certificate, with runs of white space replaced by one space.
  private func text(of path: String) async throws -> String {
    let run = try await ProgramRun("openssl", ["x509", "-in", path, "-noout", "-text"]).checked()
    return run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Checks a server certificate and the authority beside it.
  private func expectClientsAccept(_ path: String) async throws {
    let text = try await text(of: path)
    #expect(text.contains("X509v3 Basic Constraints: critical CA:FALSE"))
    #expect(text.contains("X509v3 Extended Key Usage: TLS Web Server Authentication"))
    #expect(text.contains("X509v3 Key Usage: critical Digital Signature"))
    #expect(!text.contains("Certificate Sign"))
    #expect(text.contains("X509v3 Subject Key Identifier:"))
    #expect(text.contains("X509v3 Authority Key Identifier:"))
    let authority = path.replacing("chatterd.crt", with: "chatterd-ca.crt")
    let authorityText = try await self.text(of: authority)
    #expect(authorityText.contains("X509v3 Basic Constraints: critical CA:TRUE, pathlen:0"))
    #expect(authorityText.contains("X509v3 Key Usage: critical Certificate Sign X509v3"))
    #expect(authorityText.contains("X509v3 Name Constraints: critical Permitted: "))
    #expect(authorityText.contains("X509v3 Subject Key Identifier:"))
    for text in [text, authorityText] {
      #expect(text.contains("Version: 3"))
      #expect(
        text.contains("Signature Algorithm: ecdsa-with-SHA256")
          || text.contains("Signature Algorithm: sha256WithRSAEncryption"))
    }
    // It is valid now and for 800 days, and for at most 825 days in total. The authority lives
    // longer. The server's file ends with the authority, so that it can be trusted too.
    let checks = """
      start=$(date -d "$(openssl x509 -in "$1" -noout -startdate | cut -d= -f2)" +%s)
      end=$(date -d "$(openssl x509 -in "$1" -noout -enddate | cut -d= -f2)" +%s)
      ((start <= $(date +%s))) && ((end - start < 825 * 86400))
      openssl x509 -in "$1" -noout -checkend $((800 * 86400))
      openssl x509 -in "$2" -noout -checkend $((3600 * 86400))
      for trusted in "$1" "$2"; do
        openssl verify -x509_strict -CAfile "$trusted" -purpose sslserver "$1"
      done
      cmp <(sed '1,/END CERTIFICATE/d' "$1") "$2"
      """
    _ = try await ProgramRun(shell: checks, [path, authority]).checked()
  }

  private func mode(of path: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  static let keys = [
    ("p256", "id-ecPublicKey Public-Key: (256 bit)"), ("rsa2048", "Public-Key: (2048 bit)"),
  ]

  @Test(arguments: keys)
  func makesCertificatesThatClientsAccept(key: String, described: String) async throws {
    let directory = try TemporaryDirectory()
    let run = try await ProgramRun(
      Repository.program("chatterd"),
      [
        "cert", "--key", key, "--out", directory.path, "--name", "chat.example.org", "--name",
        "localhost", "--address", "192.0.2.7", "--address", "2001:db8::7",
      ]
    ).checked()
    #expect(run.text.contains(directory.path(of: "chatterd.crt")))
    let path = directory.path(of: "chatterd.crt")
    try await expectClientsAccept(path)
    let text = try await text(of: path)
    #expect(text.contains(described))
    #expect(
      text.contains(
        "X509v3 Subject Alternative Name: DNS:chat.example.org, DNS:localhost, "
          + "IP Address:192.0.2.7, IP Address:2001:DB8:0:0:0:0:0:7"))
    for name in ["chatterd", "chatterd-ca"] {
      #expect(try mode(of: directory.path(of: name + ".key")) == 0o600)
      #expect(try mode(of: directory.path(of: name + ".crt")) == 0o644)
    }
    let same = """
      cmp <(openssl x509 -in "$1" -noout -pubkey) <(openssl pkey -in "$2" -pubout)
      """
    _ = try await ProgramRun(shell: same, [path, directory.path(of: "chatterd.key")]).checked()
  }

  @Test func refusesToOverwriteWithoutForce() async throws {
    let directory = try TemporaryDirectory()
    let (program, arguments) = (Repository.program("chatterd"), ["cert", "--out", directory.path])
    _ = try await ProgramRun(program, arguments).checked()
    let (certificate, key) = (
      try directory.bytes(of: "chatterd.crt"), try directory.bytes(of: "chatterd.key")
    )
    let refused = try await ProgramRun(program, arguments)
    #expect(refused.ending == .exited(78))
    #expect(refused.errors.contains("already exists and is not overwritten"))
    #expect(try directory.bytes(of: "chatterd.crt") == certificate)
    #expect(try directory.bytes(of: "chatterd.key") == key)
    // A key without its certificate must not be lost either.
    try FileManager.default.removeItem(atPath: directory.path(of: "chatterd.crt"))
    #expect(try await ProgramRun(program, arguments).ending == .exited(78))
    #expect(try directory.bytes(of: "chatterd.key") == key)
    _ = try await ProgramRun(program, arguments + ["--force"]).checked()
    #expect(try directory.bytes(of: "chatterd.key") != key)
    #expect(try mode(of: directory.path(of: "chatterd.key")) == 0o600)
  }

  /// Connects with openssl, and returns its output.
  private func connect(_ server: ServerProcess, _ options: String...) async throws -> ProgramRun {
    try await ProgramRun(
      "openssl",
      ["s_client", "-connect", "\(server.address)", "-CAfile", server.certificate, "-brief"]
        + options)
  }

  @Test func servesItsOwnCertificateOverTLS12And13() async throws {
    let server = try await ServerProcess()
    try await expectClientsAccept(server.certificate)
    #expect(try mode(of: server.dataDirectory.path(of: "chatterd.key")) == 0o600)
    let names = try await text(of: server.certificate)
    #expect(names.contains("DNS:localhost") && names.contains("IP Address:127.0.0.1"))

    for (version, name) in [("-tls1_2", "TLSv1.2"), ("-tls1_3", "TLSv1.3")] {
      for host in [["-verify_ip", "127.0.0.1"], ["-verify_hostname", "localhost"]] {
        let run = try await connect(server, version, "-verify_return_error", host[0], host[1])
        let text = run.text + run.errors
        #expect(run.ending == .exited(0))
        #expect(text.contains("Verification: OK"))
        #expect(text.contains("Protocol version: \(name)"))
        #expect(text.contains("Server Temp Key: "), "forward secrecy")
      }
    }
    #expect(
      try await connect(server, "-verify_return_error", "-verify_ip", "192.0.2.99").ending
        == .exited(1))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func servesASelfSignedPairOfTheOldForm() async throws {
    let directory = try TemporaryDirectory()
    let (certificate, key) = (directory.path(of: "old.crt"), directory.path(of: "old.key"))
    _ = try await ProgramRun(
      shell: """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$2" \
          -out "$1" -days 825 -subj /O=chatterd/CN=localhost \
          -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -addext extendedKeyUsage=serverAuth \
          -addext keyUsage=critical,digitalSignature,keyCertSign,cRLSign
        """, [certificate, key]
    ).checked()
    let server = try await ServerProcess(
      options: ["--certificate", certificate, "--private-key", key])
    let status = try await server.withClient(trusting: certificate) {
      try await $0.response(to: .get("/getchatts/")).status
    }
    #expect(status == 200)
    #expect(try await server.stop() == .exited(0))
    let output = String(decoding: server.program.output, as: UTF8.self)
    #expect(output.contains("Firefox refuses this certificate"))
  }
}
