internal import EventLoop
internal import Sockets
internal import Synchronization
internal import TLS

/// Connections that have made their handshake and one request, and then only stand there.
public final class IdleCrowd: Sendable {
  /// How many handshakes are under way at once on each loop.
  private static let openingsMax = 32
  /// How long they stand at most.
  private static let standingMax = Duration.seconds(600)

  private let loops: [EventLoop]
  private let standing = Atomic<Int>(0)
  private let failed = Atomic<Int>(0)
  private let wanted = Atomic<Int>(0)

  public init(loops: Int) throws {
    _ = DescriptorLimit.raise()
    self.loops = try (1...loops).map { try EventLoop(name: "idle \($0)") }
  }

  /// How many stand now; those that failed or were closed by the server are not among them.
  public var standingCount: Int { standing.load(ordering: .relaxed) }
  /// How many could not be opened, or were closed by the server.
  public var failedCount: Int { failed.load(ordering: .relaxed) }

  /// Opens so many connections as the load says, calls `allStand` when each stands or has failed,
  /// and keeps them until `isOver` says so.
  public func run(
    _ load: Load, allStand: @escaping @Sendable () -> Void,
    isOver: @escaping @Sendable () async -> Void
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
    allStand()
    await isOver()
    for loop in loops { loop.stop() }
  }

  /// Opens one connection after another until enough are there; each stands in a task of its own.
  private func open(_ load: Load, _ context: TLSContext, on loop: EventLoop) async {
    while wanted.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 {
      do {
        let stream = try await Self.greet(load, context, on: loop)
        standing.wrappingAdd(1, ordering: .relaxed)
        let kept = Kept(stream)
        Task(executorPreference: loop) { await self.keep(kept) }
      } catch {
        failed.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }

  private static func greet(_ load: Load, _ context: TLSContext, on loop: EventLoop) async throws
    -> TLSStream
  {
    let stream = try await HTTP1Client.connect(load.port, context, on: loop)
    try await stream.write(load.getRequest[...], until: .after(HTTP1Client.patience))
    var parser = ResponseParser()
    var check = ContentCheck(load.getExpectation)
    var input: [UInt8] = []
    repeat {
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: HTTP1Client.readBytesMax, until: .after(HTTP1Client.patience))
      guard count > 0 else { throw ResponseError.ended("within an answer") }
    } while try !parser.receive(input, check: &check)
    return stream
  }

  /// Waits for what must not come: a byte, or the end.
  private func keep(_ kept: Kept) async {
    var nothing: [UInt8] = []
    do throws(StreamError) {
      _ = try await kept.stream.read(into: &nothing, atMost: 1, until: .after(Self.standingMax))
    } catch {
      // Our own stopping ends the wait too.
      if error == .cancelled { return }
    }
    standing.wrappingSubtract(1, ordering: .relaxed)
    failed.wrappingAdd(1, ordering: .relaxed)
  }

  /// Hands a stream to the task that keeps it.
  ///
  /// Unchecked: both tasks are on the loop of the stream, and the first one lets go of it.
  private struct Kept: @unchecked Sendable {
    let stream: TLSStream
    init(_ stream: TLSStream) { self.stream = stream }
  }
}
