import TestSupport
import Testing

@testable import TLS

@Suite struct TLSContextSlotTests {
  private let directory: TemporaryDirectory
  private let files: CertificateFiles

  init() throws {
    directory = try TemporaryDirectory()
    files = CertificateFiles(
      certificate: directory.path(of: "chatterd.crt"),
      privateKey: directory.path(of: "chatterd.key"))
    try TestKeys.p256.write(to: files)
  }

  @Test("a reload serves the new certificate; who came before is not disturbed")
  func reload() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: ["http/1.1"])
    #expect(slot.current.certificate == TestKeys.p256.certificate)
    let early = try EnginePair(server: slot.current, client: TestContexts.client())
    try early.settle()

    try TestKeys.rsa.write(to: files, overwriting: true)
    try slot.reload()
    #expect(slot.current.certificate == TestKeys.rsa.certificate)
    let late = try EnginePair(
      server: slot.current, client: TestContexts.client(trusting: TestKeys.rsa))
    try late.settle()
    #expect(late.serverFacts != nil)

    try early.client.write([1, 2, 3])
    try early.settle()
    #expect(early.serverBytes == [1, 2, 3])
  }

  @Test("a bad certificate is refused and the old one stays")
  func refused() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: [])
    try directory.write("not a certificate", to: "chatterd.crt")
    #expect(throws: CertificateError.notPEM(source: files.certificate)) { try slot.reload() }
    #expect(slot.current.certificate == TestKeys.p256.certificate)
    let pair = try EnginePair(server: slot.current, client: TestContexts.client())
    try pair.settle()
    #expect(pair.serverFacts != nil)
  }

  @Test("a client resumes across a reload")
  func resumption() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: [])
    let client = try TestContexts.client()
    let before = try EnginePair(server: slot.current, client: client)
    try before.settle()
    let session = try #require(before.client.session)
    before.client.close()
    try slot.reload()
    let after = try EnginePair(server: slot.current, client: client, resuming: session)
    try after.settle()
    #expect(after.serverFacts?.isResumed == true)
  }
}
