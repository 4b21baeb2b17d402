import TestSupport
import Testing

@testable import TLS

struct TLSAlertTests {
  @Test func usesTheNamesOfOpenSSL() {
    #expect(TLSAlert.unknownCA.description == "unknown CA")
    #expect(TLSAlert.certificateUnknown.description == "certificate unknown")
    #expect(TLSAlert.noApplicationProtocol.description == "no application protocol")
    #expect(TLSAlert(rawValue: 255).description == "alert 255")
  }

  @Test(arguments: [1, 40, 46, 80, 90, 255])
  func reportsEveryAlertOfThePeer(_ number: UInt8) throws {
    let pair = try EnginePair()
    try pair.drainClient()
    pair.client.receive([21, 3, 3, 0, 2, 2, number])
    #expect(throws: TLSError.peerAlert(TLSAlert(rawValue: number))) { try pair.drainClient() }
  }
}
