import Testing

@testable import TLS

@Suite struct TLSAlertTests {
  @Test("alerts are called what RFC 8446 calls them, unknown ones by their number")
  func names() {
    #expect(TLSAlert.unknownCA.description == "unknown_ca")
    #expect(TLSAlert.certificateUnknown.description == "certificate_unknown")
    #expect(TLSAlert.noApplicationProtocol.description == "no_application_protocol")
    #expect(TLSAlert(rawValue: 255).description == "alert 255")
  }

  @Test("an alert of the peer is named, whatever its number", arguments: [1, 40, 46, 80, 90, 255])
  func received(_ number: UInt8) throws {
    let pair = try EnginePair()
    try pair.drainClient()
    pair.client.receive([21, 3, 3, 0, 2, 2, number])
    #expect(throws: TLSError.peerAlert(TLSAlert(rawValue: number))) { try pair.drainClient() }
  }
}
