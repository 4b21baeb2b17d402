import Glibc
import Sockets
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct ProcessNameTests {
  private static let table = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 0100007F:20FB 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
       1: 0702000A:20FC 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 222 1
       2: 0100007F:20FD 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 333 1
       3: 00000000000000000000000000000000:01BB 00000000000000000000000000000000:0000 0A 0:0 0:0 0 0 0 444 1

    """

  @Test func findsTheSocketsThatListenAtAPort() {
    let sockets = { ProcessName.sockets(in: Self.table, port: $0) }
    #expect(sockets(8443) == [111] && sockets(8444) == [222] && sockets(443) == [444])
    #expect(sockets(8445) == [], "a connection is not a listener")
  }

  @Test func ignoresDamagedLines() {
    for count in 0..<Self.table.utf8.count {
      let part = String(decoding: Array(Self.table.utf8.prefix(count)), as: UTF8.self)
      #expect(ProcessName.sockets(in: part, port: 8443).count <= 1)
    }
    #expect(ProcessName.sockets(in: "a b c 0A e f g h i 1", port: 8443) == [])
  }

  @Test func findsAListenerOfThisProcess() async throws {
    let processes = try await onLoop { loop in
      let listener = try Listener(on: .loopback(), loop: loop)
      defer { listener.close() }
      return ProcessName.listening(at: listener.address.port)
    }
    #expect(processes?.contains { $0.process == getpid() } == true)
  }
}
