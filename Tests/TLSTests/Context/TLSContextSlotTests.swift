import TestSupport
import Testing

@testable import Crypto
@testable import TLS

struct TLSContextSlotTests {
  private let directory: TemporaryDirectory
  private let files: CertifiedKeyFiles

  init() throws {
    directory = try TemporaryDirectory()
    files = CertifiedKeyFiles(in: directory, named: "chatterd")
    try TestKeys.p256.write(to: files)
  }

  @Test func servesTheNewCertificateAfterAReload() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: ["http/1.1"])
    #expect(slot.chain == TestKeys.p256.chain)
    let early = try EnginePair(server: slot.current(), client: TestContexts.client())
    try early.settle()

    try TestKeys.rsa.write(to: files, overwriting: true)
    try slot.reload()
    #expect(slot.chain == TestKeys.rsa.chain)
    let late = try EnginePair(
      server: slot.current(), client: TestContexts.client(trusting: TestKeys.rsa))
    try late.settle()
    #expect(late.serverFacts != nil)

    try early.client.write([1, 2, 3])
    try early.settle()
    #expect(early.serverBytes == [1, 2, 3])
  }

  /// Between the two renames of another program the files do not match.
  @Test func keepsTheOldCertificateWhileTheFilesDoNotMatch() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: [])
    try directory.write(TestKeys.rsa.chainPEM(), to: "chatterd.crt")
    #expect(
      throws: CertificateError.keyDoesNotMatch(
        certificate: files.certificate, privateKey: files.privateKey)
    ) { try slot.reload() }
    #expect(slot.chain == TestKeys.p256.chain)
    try directory.write(TestKeys.rsa.key.pem(), to: "chatterd.key")
    try slot.reload()
    #expect(slot.chain.first == TestKeys.rsa.certificate)
  }

  @Test func hasAContextPerThreadWithSharedSessions() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: [], threadCount: 3)
    let client = try TestContexts.client()
    let contexts = (0..<3).map { slot.current(ofThread: $0) }
    #expect(Set(contexts.map(ObjectIdentifier.init)).count == 3)
    #expect(slot.current(ofThread: 4) === contexts[1])
    for context in contexts {
      let first = try EnginePair(server: contexts[0], client: client)
      try first.settle()
      let session = try #require(first.client.session)
      first.client.close()
      let later = try EnginePair(server: context, client: client, resuming: session)
      try later.settle()
      #expect(later.serverFacts?.isResumed == true)
    }
    try TestKeys.rsa.write(to: files, overwriting: true)
    try slot.reload()
    let renewed = try TestContexts.client(trusting: TestKeys.rsa)
    for thread in 0..<3 {
      let pair = try EnginePair(server: slot.current(ofThread: thread), client: renewed)
      try pair.settle()
      #expect(pair.serverFacts != nil)
    }
  }

  @Test func resumesSessionsAcrossAReload() throws {
    let slot = try TLSContextSlot(files: files, applicationProtocols: [])
    let client = try TestContexts.client()
    let before = try EnginePair(server: slot.current(), client: client)
    try before.settle()
    let session = try #require(before.client.session)
    before.client.close()
    try slot.reload()
    let after = try EnginePair(server: slot.current(), client: client, resuming: session)
    try after.settle()
    #expect(after.serverFacts?.isResumed == true)
  }

  @Test(arguments: [(Duration.seconds(3600), true), (.zero, false)])
  func replacesTheTicketKeyAfterItsLifetime(_ lifetime: Duration, _ isResumed: Bool) throws {
    let slot = try TLSContextSlot(
      files: files, applicationProtocols: [], ticketKeyLifetime: lifetime)
    let client = try TestContexts.client()
    let before = try EnginePair(server: slot.current(), client: client)
    try before.settle()
    let session = try #require(before.client.session)
    before.client.close()
    let after = try EnginePair(server: slot.current(), client: client, resuming: session)
    try after.settle()
    #expect(after.serverFacts?.isResumed == isResumed)
    #expect(slot.chain == TestKeys.p256.chain)
  }
}
