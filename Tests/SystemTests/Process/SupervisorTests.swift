import Foundation
import TestSupport
import Testing

@testable import System

struct SupervisorTests {
  @Test func haveTheNamesOfSystemd() {
    let states: [Supervisor.State] = [
      .ready, .reloading, .stopping, .watchdog, .status("serving on [::]:443"),
    ]
    #expect(
      Supervisor.message(states, monotonicMicroseconds: 1_234_567)
        == """
        READY=1
        RELOADING=1
        MONOTONIC_USEC=1234567
        STOPPING=1
        WATCHDOG=1
        STATUS=serving on [::]:443
        """)
  }

  @Test func haveStatusTextsOfOneLine() {
    func line(_ text: String) -> String {
      Supervisor.message([.status(text)], monotonicMicroseconds: 0)
    }
    #expect(line("a\nREADY=1\u{7f}\tb") == "STATUS=a READY=1  b")
  }

  @Test(
    arguments: [
      "", "/", "@", "run/notify", "vsock:2:1234", String(repeating: "/long", count: 30),
    ])
  func needASocketAddress(_ address: String) {
    #expect(Supervisor(LaunchEnvironment(variables: ["NOTIFY_SOCKET": address])) == nil)
  }

  @Test func readAbstractAddresses() {
    #expect(Supervisor.path(of: "@a/b") == [0, 97, 47, 98])
    #expect(Supervisor.path(of: "/a") == [47, 97, 0])
  }

  @Test(
    arguments: [
      (["WATCHDOG_USEC": "30000000"], Duration.seconds(30)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "42"], .seconds(30)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "41"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_USEC": "x"], nil),
      ([:], nil),
    ] as [([String: String], Duration?)])
  func haveAWatchdogIfTheManagerAwaitsIt(_ variables: [String: String], interval: Duration?) {
    var environment = LaunchEnvironment(
      variables: variables.merging(["NOTIFY_SOCKET": "/run/notify"]) { $1 })
    environment.processID = 42
    #expect(Supervisor(environment)?.watchdogInterval == interval)
  }

  @Test func arriveAsOneDatagram() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let path = directory.path(of: "notify")
    let environment = LaunchEnvironment(variables: ["NOTIFY_SOCKET": path])
    let supervisor = try #require(Supervisor(environment))
    #expect(!supervisor.notify(.ready), "nobody receives it yet")

    let receiver = try #require(unsafe unixSocket(SOCK_DGRAM, at: path, bind))
    defer { close(receiver) }
    #expect(supervisor.notify(.ready, .status("serving")))
    #expect(supervisor.notify(.stopping))
    var bytes = [UInt8](repeating: 0, count: 1024)
    for expected in ["READY=1\nSTATUS=serving", "STOPPING=1"] {
      let count = unsafe recv(receiver, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      try #require(count > 0)
      #expect(String(decoding: bytes[..<count], as: UTF8.self) == expected)
    }
  }
}
