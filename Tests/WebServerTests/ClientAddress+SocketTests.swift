import HTTP
import Sockets
import Testing

@testable import WebServer

struct ClientAddressSocketTests {
  private func client(_ host: String) throws -> ClientAddress {
    ClientAddress(try #require(SocketAddress(numericHost: host, port: 443)))
  }

  @Test func keepsTheWholeAddressAsTextAndTheCountedPartAsKey() throws {
    #expect(try client("192.0.2.1").text == "192.0.2.1")
    #expect(try client("::ffff:192.0.2.1").text == "192.0.2.1")
    #expect(try client("::ffff:192.0.2.1").key == client("192.0.2.1").key)
    #expect(try client("192.0.2.1").key != client("192.0.2.2").key)
    #expect(try client("2001:db8::1").text == "2001:db8::1")
    #expect(try client("2001:db8::1").key == client("2001:db8::ffff:0:0:2").key)
    #expect(try client("2001:db8::1").key != client("2001:db8:0:1::1").key)
    #expect(try client("fe80::1%1").key == client("fe80::1%2").key)
  }
}
