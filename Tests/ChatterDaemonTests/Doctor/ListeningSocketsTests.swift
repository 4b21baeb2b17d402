import EventLoop
import Sockets
import TestSupport
import Testing

@testable import ChatterDaemon

struct ListeningSocketsTests {
  private static let text = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
       1: 0702000A:20FC 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 222 1
       2: 0100007F:20FD 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 333 1
       3: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 444 1
       4: 00000000000000000000000001000000:0050 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 555 1

    """

  private func inodes(_ host: String, _ port: UInt16) throws -> [UInt64] {
    let address = try #require(SocketAddress(numericHost: host, port: port))
    return ListeningSockets(Self.text).taking(address).map(\.inode)
  }

  @Test func takeTheAddressesThatOverlap() throws {
    #expect(try inodes("127.0.0.1", 8443) == [111])
    #expect(try inodes("::", 8443) == [111])
    #expect(try inodes("0.0.0.0", 8443) == [111])
    #expect(try inodes("127.0.0.2", 8443) == [])
    #expect(try inodes("10.0.2.7", 8444) == [222])
    #expect(try inodes("127.0.0.1", 8445) == [], "a connection is not a listener")
    #expect(try inodes("192.0.2.1", 443) == [444], "all addresses include IPv4")
    #expect(try inodes("::1", 80) == [555])
    #expect(try inodes("0.0.0.0", 80) == [])
    #expect(try inodes("::", 0) == [])
  }

  @Test func ignoresDamagedLines() {
    for count in 0..<Self.text.utf8.count {
      let part = String(decoding: Array(Self.text.utf8.prefix(count)), as: UTF8.self)
      #expect(ListeningSockets(part).entries.count <= 4)
    }
    #expect(ListeningSockets("a b c 0A e f g h i 1").entries == [])
  }

  @Test func findsAListenerOfThisProcess() async throws {
    let isFound = try await onLoop { loop in
      let listener = try Listener(on: .loopback(), loop: loop)
      defer { listener.close() }
      let found = ListeningSockets.ofThisMachine().taking(listener.address)
      return found.count == 1 && ProcessName.owning(sockets: Set(found.map(\.inode))).count == 1
    }
    #expect(isFound)
  }
}
