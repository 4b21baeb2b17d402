import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SlowReadersTortureTests {
  /// Clips of a megabyte each, and three short ones for each; the response is a third longer.
  static let clipCount = Torture.count(100, full: 2000)
  static let shortClipsEach = 3
  static let readerCount = Torture.count(20, full: 100)
  static let listMemoryMax = Torture.count(32, full: 192) << 20
  /// The maximum memory in addition to the cache of getaudio.
  static let extraBytesMax = Torture.count(50, full: 100) << 20
  /// The time that they stay at the end: longer than the timeout for a peer that reads nothing.
  static let stay = Duration.seconds(Torture.count(8, full: 130))
  static let cycleCount = Torture.count(1, full: 3)
  /// The minimum speed of a fast reader beside them, relative to its speed alone.
  static let speedRatioMin = 0.9

  @Test func boundsMemoryAndServesAFastReaderBesideSlowOnes() async throws {
    let began = ContinuousClock.now
    let server = try await Self.server()
    let peak = try ResidentPeak(of: server)
    async let watching: Void = peak.watch()
    var (alone, beside): ([Double], [Double]) = ([], [])
    for cycle in 1...Self.cycleCount {
      let before = try server.residentBytes
      alone += try await Self.speeds(server)
      if cycle == 1, Torture.isFull {
        // Shows that clips are cached; in a short run, too little has been read.
        #expect(try server.residentBytes - before > Self.listMemoryMax / 2, "clips are cached")
      }
      let readers = SlowReaders(Self.readerCount, of: server)
      async let reading: Void = readers.run()
      let joined = ContinuousClock.now
      try await eventually { readers.haveBegun }
      // By then the kernel's buffers are full, and they read a kilobyte per second.
      try await eventually { try await Self.isIdle(server) }
      beside += try await Self.speeds(server)
      if cycle == Self.cycleCount {
        try await Task.sleep(until: joined + Self.stay)
        let seconds = (ContinuousClock.now - joined) / .seconds(1)
        let least = readers.byteCounts.first ?? 0
        #expect(least > Int(seconds) * SlowReaders.bytesPerSecond / 3, "the slowest reader")
      }
      #expect(readers.lost == [])
      #expect(readers.byteCounts.count == Self.readerCount)
      readers.leave()
      try await reading
    }
    peak.end()
    try await watching
    let residentBytesMax = Self.listMemoryMax + Self.extraBytesMax
    #expect(peak.bytes < residentBytesMax)
    let ratio = Self.median(beside) / Self.median(alone)
    if Torture.isFull { #expect(ratio >= Self.speedRatioMin, "\(alone) alone, \(beside) beside") }
    #expect(try await server.stop() == .exited(0))
    Torture.report(
      """
      \(Self.readerCount) slow readers of \(Self.clipCount) MB: resident \(peak.first >> 20) MiB, at \
      most \(peak.bytes >> 20) of \(residentBytesMax >> 20); a fast one \(Int(Self.median(alone) / 1e6)) MB/s \
      alone, \(Int(Self.median(beside) / 1e6)) beside (\(Int(ratio * 100)) %), \
      in \(ContinuousClock.now - began)
      """)
  }

  /// Starts a server on a timeline written with SQL; the contents of the clips do not matter.
  private static func server() async throws -> ServerProcess {
    let database = try await TestDatabase()
    let server = try await ServerProcess(
      .shared(database), options: ["--list-memory-max", "\(listMemoryMax)"],
      program: Torture.chatterd)
    // Without WAL, inserting takes a tenth of the time.
    try await database.run("alter table chatts set unlogged")
    let clipsAtOnce = 100
    let short = String(repeating: ", 3333", count: shortClipsEach)
    for _ in 0..<(clipCount / clipsAtOnce) {
      try await database.run(
        """
        insert into chatts (id, username, message, audio, audio_codec, audio_duration_us,
          audio_sample_rate, audio_channels)
        select gen_random_uuid(), 'ada', 'm', decode(repeat('00ff7f', words), 'hex'), 'aac-lc',
          1, 1, 1
        from generate_series(1, \(clipsAtOnce)), unnest(array[333333\(short)]) words
        """)
    }
    let rowCount = clipCount * (1 + shortClipsEach)
    #expect(try await server.response(to: .get("/getchatts/")).rows().count == rowCount)
    return server
  }

  /// Returns the bytes per second of a fast reader, over some seconds of the response.
  private static func speeds(_ server: ServerProcess) async throws -> [Double] {
    var speeds: [Double] = []
    for _ in 0..<Torture.count(1, full: 2) {
      let run = try await ProgramRun(
        "curl",
        ["--disable", "--silent", "--output", "/dev/null", "--max-time", "4"]
          + ["--cacert", server.certificate, "--write-out", "%{speed_download} %{size_download}"]
          + [server.url + "/getaudio/"])
      // 28: CURLE_OPERATION_TIMEDOUT.
      #expect([0, 28].contains(run.status))
      let figures = run.text.split(separator: " ").compactMap { Double($0) }
      speeds.append(try #require(figures.first))
      if run.status == 0 { #expect(figures.last ?? 0 > Double(clipCount) * 1.33e6) }
    }
    return speeds
  }

  /// Whether the server uses less than a fifth of a core.
  private static func isIdle(_ server: ServerProcess) async throws -> Bool {
    let before = try server.processorTime
    try await Task.sleep(for: .milliseconds(500))
    return try server.processorTime - before < .milliseconds(100)
  }

  private static func median(_ figures: [Double]) -> Double {
    figures.sorted()[figures.count / 2]
  }
}
