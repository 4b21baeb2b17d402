internal import EventLoop
internal import Sockets
internal import Synchronization
internal import TLS

/// Streams of live updates, and how long a chatt takes from its post to each of them.
///
/// The token of a post is the time at which it was sent, so that each stream knows the latency of a
/// chatt from the chatt alone. One process measures both, with one clock.
public final class FanOut: Sendable {
  /// The posts, each of which all streams must receive once.
  public struct Outcome: Sendable {
    /// The latencies of each post over the streams, in the order of the posts.
    public let posts: [Latencies]
    /// Chatts that did not come, and streams that failed.
    public let failures: UInt64
    /// The reason for the first failure.
    public let firstFailure: String?
  }

  private struct State {
    var latencies: [UInt64: Latencies] = [:]
    var tally = Tally()
  }

  /// Maximum number of concurrent handshakes on each loop.
  private static let openingsMax = 32
  /// The streams of one address, below the quotas of a server's defaults.
  private static let streamsPerAddress = 500
  /// The longest time without a byte: servers send a comment every 15 seconds.
  private static let silenceMax = Duration.seconds(60)
  private static let arrivalCheckInterval = Duration.milliseconds(5)
  /// What a stream reads at most in one call, which is more than the events of a post have.
  private static let readBytesMax = 4 << 10

  private let load: Load
  private let arrivalTimeout: Duration
  private let context: TLSContext
  private let loops: [EventLoop]
  private let nextNumber = Atomic<Int>(0)
  private let opened = Atomic<Int>(0)
  private let arrived = Atomic<Int>(0)
  private let state = Lock(State())

  /// - Parameters:
  ///   - load: The path of the events, the posts, and the number of streams.
  ///   - arrivalTimeout: How long after the last post streams may receive a chatt.
  public init(_ load: Load, arrivalTimeout: Duration = .seconds(20)) throws {
    _ = DescriptorLimit.raise()
    self.load = load
    self.arrivalTimeout = arrivalTimeout
    context = try TLSContext.client(
      trusting: load.certificate, applicationProtocols: ["http/1.1"])
    loops = try (1...load.loops).map { try EventLoop(name: "events \($0)") }
  }

  /// The number of open streams.
  public var openCount: Int { opened.load(ordering: .relaxed) }
  /// The number of streams that could not be opened, or failed.
  public var failedCount: UInt64 { state.withLock { $0.tally.failures } }

  /// Opens the streams, and returns when the server has responded to each of them.
  public func open() async {
    await withDiscardingTaskGroup { group in
      for loop in loops {
        for _ in 0..<Self.openingsMax {
          group.addTask(executorPreference: loop) { await self.openStreams(on: loop) }
        }
      }
    }
  }

  /// Sends posts, and waits until each stream has received all of them, or one has failed.
  ///
  /// - Parameters:
  ///   - count: The number of posts.
  ///   - interval: The time from the end of a post to the next one.
  public func post(_ count: Int, every interval: Duration) async throws -> Outcome {
    let streamCount = openCount
    let loop = loops[0]
    let tokens = try await loop.run { try await self.post(count, every: interval, on: loop) }
    let wanted = count * streamCount
    try await loop.run {
      let deadline = Deadline.after(self.arrivalTimeout)
      while self.arrived.load(ordering: .relaxed) < wanted, self.failedCount == 0,
        !deadline.hasPassed
      {
        try await loop.sleep(until: .after(Self.arrivalCheckInterval))
      }
    }
    return state.withLock { state in
      let posts = tokens.map { state.latencies[$0] ?? Latencies() }
      let missing = wanted - Int(posts.reduce(0) { $0 + $1.count })
      if missing > 0 { state.tally.fail("\(missing) chatts did not come") }
      let failures = state.tally.failures + UInt64(max(0, missing - 1))
      return Outcome(posts: posts, failures: failures, firstFailure: state.tally.firstFailure)
    }
  }

  /// Closes the streams.
  public func stop() {
    for loop in loops { loop.stop() }
  }

  // MARK: Streams

  /// Opens streams one after another until there are enough; each is read by its own task.
  private func openStreams(on loop: EventLoop) async {
    while true {
      let number = nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
      guard number < load.connections else { return }
      do {
        let connection = try await Self.open(
          load, context, from: LoopbackConnection.source(number / Self.streamsPerAddress), on: loop)
        opened.wrappingAdd(1, ordering: .relaxed)
        Task(executorPreference: loop) { await self.follow(connection) }
      } catch {
        state.withLock { $0.tally.fail("\(error)") }
      }
    }
  }

  /// A stream whose response has begun, passed to the task that reads it.
  ///
  /// Unchecked: both tasks are on the loop of the stream, and the first one no longer uses it.
  private struct OpenStream: @unchecked Sendable {
    let stream: TLSStream
    var parser = ResponseParser()
    var body = EventBody()

    init(_ stream: TLSStream) { self.stream = stream }
  }

  private static func open(
    _ load: Load, _ context: TLSContext, from source: UInt32, on loop: EventLoop
  ) async throws -> OpenStream {
    let deadline = Deadline.after(HTTP1LoadClient.timeout)
    let socket = try LoopbackConnection.connect(from: source, to: load.port, on: loop)
    let stream = try await TLSStream.connect(
      over: socket, to: Load.host, context: context, until: deadline)
    try await stream.write(load.getRequest[...], until: deadline)
    var connection = OpenStream(stream)
    var input: [UInt8] = []
    repeat {
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(into: &input, atMost: readBytesMax, until: deadline)
      guard count > 0 else { throw ResponseError.ended("before the events") }
      _ = try connection.parser.receive(input, check: &connection.body)
    } while !connection.parser.hasHead
    return connection
  }

  /// Reads the events of a stream until the loop stops.
  private func follow(_ connection: OpenStream) async {
    var connection = connection
    var input: [UInt8] = []
    do {
      while true {
        record(connection.body.takeTokens(), at: Course.nanoseconds())
        input.removeAll(keepingCapacity: true)
        let count = try await connection.stream.read(
          into: &input, atMost: Self.readBytesMax, until: .after(Self.silenceMax))
        guard count > 0 else { throw ResponseError.ended("the connection of a stream") }
        _ = try connection.parser.receive(input, check: &connection.body)
      }
    } catch StreamError.cancelled {
      // The loop has stopped.
    } catch {
      opened.wrappingSubtract(1, ordering: .relaxed)
      state.withLock { $0.tally.fail("\(error)") }
    }
  }

  private func record(_ tokens: [UInt64], at now: UInt64) {
    guard !tokens.isEmpty else { return }
    state.withLock { state in
      for token in tokens {
        if state.latencies[token]?.record(nanoseconds: now - min(now, token)) == nil {
          state.tally.fail("a chatt of another load")
        }
      }
    }
    arrived.wrappingAdd(tokens.count, ordering: .relaxed)
  }

  // MARK: Posts

  /// Sends the posts on one connection, and returns their tokens.
  private func post(
    _ count: Int, every interval: Duration, on loop: EventLoop
  ) async throws -> [UInt64] {
    guard
      var template = RequestTemplate(
        path: load.postPath, authority: load.authority, body: load.postBody)
    else { preconditionFailure("the body of posts has no placeholder") }
    let stream = try await HTTP1LoadClient.connect(load.port, context, on: loop)
    defer { stream.close() }
    var parser = ResponseParser()
    var check = BodyCheck(load.postExpectation)
    var input: [UInt8] = []
    var tokens: [UInt64] = []
    for _ in 0..<count {
      let began = Course.nanoseconds()
      tokens.append(began)
      state.withLock { $0.latencies[began] = Latencies() }
      try await stream.write(
        template.request(number: began), until: .after(HTTP1LoadClient.timeout))
      repeat {
        input.removeAll(keepingCapacity: true)
        let count = try await stream.read(
          into: &input, atMost: Self.readBytesMax, until: .after(HTTP1LoadClient.timeout))
        guard count > 0 else { throw ResponseError.ended("within a response") }
      } while try !parser.receive(input, check: &check)
      try await loop.sleep(until: .after(interval))
    }
    return tokens
  }
}
