import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct TLSContextTests {
  @Test func rejectsKeysThatAreTooSmall() throws {
    // Made in memory: `CertificateRequest` does not make such keys.
    let key = try PrivateKeyHandle.generate(.rsa(bits: 1024))
    let contents = Certificate.Contents(
      organization: "test", commonName: "test", notBefore: 0, notAfter: 4_000_000_000,
      extensions: [])
    let certified = try CertifiedKey(
      chain: [Certificate.signed(contents, for: key)], key: key,
      sources: CertifiedKeyFiles(certificate: "test", privateKey: "test"))
    #expect(throws: CertificateError.refused(reason: "ee key too small")) {
      try TLSContext.server(certified)
    }
  }

  @Test(.needs(.programs)) func sendsTheWholeChain() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd "$1"
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key \
        -out ca.crt -subj /CN=ca -days 2
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout mid.key \
        -out mid.csr -subj /CN=mid
      openssl x509 -req -in mid.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out mid.crt -days 2 \
        -extfile <(echo basicConstraints=critical,CA:TRUE)
      openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout own.key \
        -out own.csr -subj /CN=own
      openssl x509 -req -in own.csr -CA mid.crt -CAkey mid.key -CAcreateserial -out own.crt \
        -days 2 -extfile <(echo subjectAltName=DNS:chatter.test)
      cat own.crt mid.crt > chain.crt
      cat mid.crt own.crt > wrong.crt
      """
    _ = try await ProgramRun(shell: script, [directory.path]).checked()
    let key = directory.path(of: "own.key")
    let client = try TLSContext.client(trusting: directory.path(of: "ca.crt"))
    let whole = try CertifiedKey(
      CertifiedKeyFiles(certificate: directory.path(of: "chain.crt"), privateKey: key))
    #expect(!whole.certificate.isSelfSigned)
    let pair = try EnginePair(server: TLSContext.server(whole), client: client)
    try pair.settle()
    #expect(pair.clientFacts != nil)

    let cut = try CertifiedKey(
      CertifiedKeyFiles(certificate: directory.path(of: "own.crt"), privateKey: key))
    let failures = try EnginePair(server: TLSContext.server(cut), client: client).failures()
    #expect(failures.server == .peerAlert(.unknownCA))

    let wrong = directory.path(of: "wrong.crt")
    #expect(throws: CertificateError.ownCertificateNotFirst(source: wrong)) {
      try CertifiedKey(CertifiedKeyFiles(certificate: wrong, privateKey: key))
    }
  }
}
