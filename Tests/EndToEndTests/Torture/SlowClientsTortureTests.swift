import EventLoop
import Foundation
import Sockets
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SlowClientsTortureTests {
  /// The maximum time of a request beside them.
  static let responseTimeMax = Duration.seconds(2)
  static let requestCount = 100

  @Test func servesOthersBesideAThousandSlowClients() async throws {
    let limit = DescriptorLimit.raise()
    try #require(limit >= 3000, "raise the limit of descriptors (ulimit -Hn)")
    let timeouts = ["--handshake-timeout", "10m", "--head-timeout", "10m", "--idle-timeout", "10m"]
    let server = try await ServerProcess(options: timeouts)
    let slowClients = try SlowClients(server)
    async let waiting: Void = slowClients.run()
    try await eventually { slowClients.isComplete }

    var slowest = Duration.zero
    for number in 0..<(Self.requestCount / 10) {
      let times = try await server.withClient { client async throws in
        var times: [Duration] = []
        for index in 0..<10 {
          let request = index % 2 == 0 ? WireRequest.text("ada", "\(number)") : .get("/getchatts/")
          let began = ContinuousClock.now
          #expect(try await client.response(to: request).status == 200)
          times.append(ContinuousClock.now - began)
        }
        return times
      }
      slowest = max(slowest, times.max() ?? .zero)
    }
    #expect(slowest < Self.responseTimeMax)
    #expect(slowClients.lostCount == 0, "all slow clients stayed connected")
    slowClients.leave()
    try await waiting
    #expect(try await server.stop() == .exited(0))
  }
}

/// Clients that hold a connection and do almost nothing with it.
private final class SlowClients: Sendable {
  /// The behaviour of a client.
  private enum Habit: CaseIterable {
    /// Sends nothing after connecting, or after the TLS handshake.
    case silent, silentInTLS
    /// Sends one byte per second of a TLS hello, or of a request's head.
    case dripsHello, dripsRequest
  }

  private struct State {
    var arrivedCount = 0
    var lostCount = 0
    var hasLeft = false
  }

  private static let countOfEach = 250
  /// The first bytes of a ClientHello of 512 bytes.
  private static let hello: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3]

  private let server: ServerProcess
  private let context: TLSContext
  private let state = Lock(State())

  init(_ server: ServerProcess) throws {
    self.server = server
    context = try TLSContext.client(trusting: server.certificate)
  }

  var isComplete: Bool {
    state.withLock { $0.arrivedCount == Self.countOfEach * Habit.allCases.count }
  }

  var lostCount: Int { state.withLock { $0.lostCount } }

  func leave() { state.withLock { $0.hasLeft = true } }

  private var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Connects all clients, a few at a time, and stays until `leave`.
  func run() async throws {
    let loop = try EventLoop(name: "slow clients")
    defer { loop.stop() }
    await withDiscardingTaskGroup { group in
      for number in 0..<Self.countOfEach {
        for habit in Habit.allCases {
          group.addTask {
            do {
              try await loop.run { try await self.wait(habit, on: loop) }
            } catch {
              self.state.withLock { $0.lostCount += 1 }
            }
          }
        }
        // At most as many concurrent handshakes as the listen queue holds.
        while self.state.withLock({ $0.arrivedCount + $0.lostCount }) + 64 < number * 4 {
          try? await Task.sleep(for: .milliseconds(1))
        }
      }
    }
  }

  private func wait(_ habit: Habit, on loop: EventLoop) async throws {
    let socket = try await SocketStream.connect(
      to: server.address, on: loop, until: .after(.seconds(60)))
    defer { socket.close() }
    var stream: any ByteStream = socket
    if habit == .silentInTLS || habit == .dripsRequest {
      stream = try await TLSStream.connect(
        over: socket, to: server.address.hostText, context: context, until: .after(.seconds(60)))
    }
    defer { stream.close() }
    state.withLock { $0.arrivedCount += 1 }
    var bytes: [UInt8] =
      habit == .dripsHello ? Self.hello : Array("GET /getchatts/ HTTP/1.1\r\nHost: ".utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 500)
    for byte in bytes where !hasLeft {
      if habit == .dripsHello || habit == .dripsRequest {
        try await stream.write([byte], until: .after(.seconds(60)))
      }
      try await loop.sleep(until: .after(.seconds(1)))
    }
  }
}
