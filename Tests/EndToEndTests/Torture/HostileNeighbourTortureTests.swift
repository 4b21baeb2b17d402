import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct HostileNeighbourTortureTests {
  static let quietTime = Duration.seconds(Torture.count(2, full: 60))
  static let attackTime = Duration.seconds(Torture.count(4, full: 60))
  /// The pause after a first attack: bodies reach `--body-timeout`, and the server returns memory.
  static let restTime = Duration.seconds(160)
  /// The maximum time in which the server must release the memory of the attacks.
  static let recoveryTimeMax = Duration.seconds(Torture.count(30, full: 180))
  /// The maximum ratio of a good neighbour's latencies, at the 99th percentile.
  static let slowdownMax = 2.0
  /// The maximum ratio of the resident memory after and before the attacks. In the short form the
  /// server has just started, and has not reached its usual size.
  static let remainderMax = Torture.isFull ? 1.1 : 2
  /// What clips and pages that were read last may take besides (`RecentReads`), which the attacks
  /// fill in the short form.
  static let recentBytesMax = Torture.isFull ? 0 : 48 << 20
  /// The initial number of rows: more than the lists cache, so that the caches do not grow.
  static let rowCount = 5000
  static let options: [String] = [
    "--list-memory-max", "8MiB", "--list-rows-max", "100", "--message-bytes-max", "2KiB",
    "--request-memory-max", "64MiB", "--body-bytes-max", "16MiB", "--rate-limit", "10",
    "--connections-max", "2000", "--connections-per-address-max", "512",
  ]

  @Test func servesAGoodNeighbourInTimeDuringAllAttacks() async throws {
    let server = try await Self.server()
    let material = try await HostileNeighbour.Habit.Material()
    let bound = try await MemoryLoad.computed(by: Torture.chatterd, Self.options).bytes
    let good = GoodNeighbour(of: server)
    let hostile = HostileNeighbour(of: server, HostileNeighbour.Habit.all(material))
    async let calling: Void = good.run()
    // A server that has just started uses less memory than one that has served clients.
    if Torture.isFull {
      let first = HostileNeighbour(of: server, HostileNeighbour.Habit.all(material))
      async let attacking: Void = first.run()
      try await Task.sleep(for: Self.attackTime / 3)
      first.finish()
      try await attacking
      try await Task.sleep(for: Self.restTime)
    }
    try await Task.sleep(for: Self.quietTime / 2)
    _ = good.takeTimes()
    try await Task.sleep(for: Self.quietTime)
    let quiet = good.takeTimes()
    let before = try server.residentBytes

    let peak = try ResidentPeak(of: server)
    async let watching: Void = peak.watch()
    async let attacking: Void = hostile.run()
    try await Task.sleep(for: Self.attackTime)
    let attacked = good.takeTimes()
    #expect(hostile.hasBegun, "\(hostile.summary)")
    hostile.finish()
    try await attacking
    peak.end()
    try await watching
    let remainderMax = Int(Double(before) * Self.remainderMax) + Self.recentBytesMax
    let after = try await Self.recovered(server, to: remainderMax)
    good.finish()
    try await calling

    #expect(good.failures == [])
    #expect(peak.bytes < bound)
    if !Sanitizer.isOn { #expect(after <= remainderMax) }
    Self.report(quiet, attacked)
    for kind in [GoodNeighbour.Kind.post, .list] where Torture.isFull {
      let (calm, stormy) = (Self.p99(quiet[kind]), Self.p99(attacked[kind]))
      #expect(stormy <= calm * Self.slowdownMax, "\(kind)")
    }
    Torture.report(
      """
      hostile neighbour: resident \(before >> 20) MiB, at most \(peak.bytes >> 20) of \
      \(bound >> 20), afterwards \(after >> 20); steps made and cut off: \(hostile.summary)
      """)
    #expect(try await server.stop() == .exited(0))
  }

  /// Starts a server on a timeline that is larger than its memory for lists.
  private static func server() async throws -> ServerProcess {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: options, program: Torture.chatterd)
    try await database.run(
      """
      insert into chatts (id, username, message)
      select gen_random_uuid(), 'grace', repeat('0123456789abcdef', 125)
      from generate_series(1, \(rowCount))
      """)
    #expect(try await server.response(to: .get("/getchatts/")).rows().count == 100)
    return server
  }

  /// Waits until at most `bytes` are resident, or until the timeout; returns the resident bytes.
  private static func recovered(_ server: ServerProcess, to bytes: Int) async throws -> Int {
    let end = ContinuousClock.now + recoveryTimeMax
    while ContinuousClock.now < end, try server.residentBytes > bytes {
      try await Task.sleep(for: .milliseconds(100))
    }
    return try server.residentBytes
  }

  private static func p99(_ times: [Duration]?) -> Double {
    let sorted = (times ?? []).sorted()
    guard !sorted.isEmpty else { return 0 }
    return sorted[min(sorted.count - 1, sorted.count * 99 / 100)] / .milliseconds(1)
  }

  private static func report(
    _ quiet: [GoodNeighbour.Kind: [Duration]], _ attacked: [GoodNeighbour.Kind: [Duration]]
  ) {
    for kind in GoodNeighbour.Kind.allCases {
      let (calm, stormy) = (quiet[kind] ?? [], attacked[kind] ?? [])
      Torture.report(
        """
        hostile neighbour, \(kind.rawValue): p99 \(p99(calm)) ms of \(calm.count) calls in quiet, \
        \(p99(stormy)) ms of \(stormy.count) under attack
        """)
    }
  }
}
