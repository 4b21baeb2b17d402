/// The time since its creation, measured by any clock.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) { self = Self.started(clock) }

  private init(read: @escaping @Sendable () -> Duration) { self.read = read }

  private static func started(_ clock: some Clock<Duration>) -> Stopwatch {
    let start = clock.now
    return Stopwatch { start.duration(to: clock.now) }
  }

  var elapsed: Duration { read() }
}
