import TestSupport
import Testing

@testable import Crypto

struct OpenSSLFailureTests {
  @Test func drainsAllErrorsOfTheQueue() throws {
    OpenSSLFailure.forget()
    #expect(OpenSSLFailure.drain().isEmpty)
    #expect(OpenSSLFailure.drain().reason == "no reason given")
    let text = Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)
    let failure = #expect(throws: OpenSSLFailure.self) {
      try Certificate.all(inPEM: text, countMax: 1)
    }
    #expect(failure?.isEmpty == false)
    #expect(failure?.reason.isEmpty == false)
    #expect(OpenSSLFailure.drain().isEmpty)
  }

  @Test func leavesNoErrorAfterASuccess() throws {
    let text = try TestKeys.p256.chain[0].pemBytes()
    #expect(try Certificate.all(inPEM: text, countMax: 5).count == 1)
    #expect(OpenSSLFailure.drain().isEmpty)
    #expect(PrivateKeyHandle.first(inPEM: text) == nil)
    #expect(OpenSSLFailure.drain().isEmpty)
  }
}
