internal import EventLoop
internal import Sockets
internal import Synchronization
internal import TLS

/// Connections that make a handshake and one request, and are idle afterwards.
public final class IdleConnections: Sendable {
  /// The maximum number of concurrent handshakes on each loop.
  private static let openingsMax = 32
  /// The maximum time for which they stay open.
  private static let openTimeout = Duration.seconds(600)

  private let loops: [EventLoop]
  private let opened = Atomic<Int>(0)
  private let failed = Atomic<Int>(0)
  private let wanted = Atomic<Int>(0)

  public init(loops: Int) throws {
    _ = DescriptorLimit.raise()
    self.loops = try (1...loops).map { try EventLoop(name: "idle \($0)") }
  }

  /// The number of open connections, without those that failed or were closed by the server.
  public var openCount: Int { opened.load(ordering: .relaxed) }
  /// The number of connections that could not be opened, or were closed by the server.
  public var failedCount: Int { failed.load(ordering: .relaxed) }

  /// Opens the connections of the load, calls `didOpen` when each is open or has failed, and keeps
  /// them open until `waitForEnd` returns.
  public func run(
    _ load: Load, didOpen: @escaping @Sendable () -> Void,
    waitForEnd: @escaping @Sendable () async -> Void
  ) async throws {
    let context = try TLSContext.client(
      trusting: load.certificate, applicationProtocols: ["http/1.1"])
    wanted.store(load.connections, ordering: .relaxed)
    await withDiscardingTaskGroup { group in
      for loop in loops {
        for _ in 0..<Self.openingsMax {
          group.addTask(executorPreference: loop) { await self.open(load, context, on: loop) }
        }
      }
    }
    didOpen()
    await waitForEnd()
    for loop in loops { loop.stop() }
  }

  /// Opens connections one after another until there are enough; each one is held by its own task.
  private func open(_ load: Load, _ context: TLSContext, on loop: EventLoop) async {
    while wanted.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 {
      do {
        let stream = try await Self.connectAndGet(load, context, on: loop)
        opened.wrappingAdd(1, ordering: .relaxed)
        let connection = OpenConnection(stream)
        Task(executorPreference: loop) { await self.hold(connection) }
      } catch {
        failed.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }

  private static func connectAndGet(
    _ load: Load, _ context: TLSContext, on loop: EventLoop
  ) async throws -> TLSStream {
    let stream = try await HTTP1LoadClient.connect(load.port, context, on: loop)
    try await stream.write(load.getRequest[...], until: .after(HTTP1LoadClient.timeout))
    var parser = ResponseParser()
    var check = BodyCheck(load.getExpectation)
    var input: [UInt8] = []
    repeat {
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: HTTP1LoadClient.readBytesMax, until: .after(HTTP1LoadClient.timeout))
      guard count > 0 else { throw ResponseError.ended("within a response") }
    } while try !parser.receive(input, check: &check)
    return stream
  }

  /// Holds a connection, on which neither a byte nor the end must be received.
  private func hold(_ connection: OpenConnection) async {
    var nothing: [UInt8] = []
    do throws(StreamError) {
      _ = try await connection.stream.read(
        into: &nothing, atMost: 1, until: .after(Self.openTimeout))
    } catch {
      // Stopping the loop ends the wait, too.
      if error == .cancelled { return }
    }
    opened.wrappingSubtract(1, ordering: .relaxed)
    failed.wrappingAdd(1, ordering: .relaxed)
  }

  /// Passes a stream to the task that holds it.
  ///
  /// Unchecked: both tasks are on the loop of the stream, and the first one no longer uses it.
  private struct OpenConnection: @unchecked Sendable {
    let stream: TLSStream
    init(_ stream: TLSStream) { self.stream = stream }
  }
}
