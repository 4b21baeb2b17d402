import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct FullDiskTests {
  @Test func recoversFromAFullDiskWithoutLosingPosts() async throws {
    let home = try PrivateHome(diskBytes: 288 << 20)
    let reserveBytes = 40 << 20
    let server = try await ServerProcess(
      .ownCluster(home),
      options: ["--disk-reserve", "\(reserveBytes)", "--rate-limit", "0", "--loops", "1"])
    #expect(home.hasBallast)
    // Other data leaves space for a few clips.
    let disk = TestDisk(home.directory.path)
    try disk.fill(leaving: reserveBytes + (44 << 20))

    // 1. Clips, until posts are refused.
    var clips: [[UInt8]] = []
    while true {
      let clip = try Self.clip(UInt8(clips.count))
      let response = try await server.response(to: .clip("ada", clip))
      if response.status == 507 {
        #expect(response.field("Content-Type") == CallsTests.json)
        #expect(
          try response.errorMessage()
            == "the server's disk is almost full, nothing was stored: try again when space has "
            + "been freed")
        break
      }
      try #require(response.status == 200 && clips.count < 8)
      clips.append(clip)
    }
    #expect(clips.count >= 2)
    #expect(try disk.freeBytes >= reserveBytes - Self.segmentBytes, "the reserve is still there")
    try await server.expect(clips, isRefusing: true)

    // 2. The rest is filled, and PostgreSQL has to write more than there is space for.
    try disk.fill(leaving: 0)
    let postmaster = try #require(home.postmaster)
    for _ in 0..<8 where home.postmaster == postmaster {
      // A new WAL segment: PostgreSQL panics if it cannot create it.
      _ = try? await home.run("select pg_switch_wal(); create table t(); drop table t")
    }
    // The first starts fail: recovery needs the space of the ballast.
    try await eventually { home.postmaster != postmaster && !home.hasBallast }
    try await server.expect(clips, isRefusing: true)

    // 3. Space is freed, and the server recovers.
    disk.free()
    try await eventually { try await server.response(to: .text("bob")).status == 200 }
    try await server.expect(clips, before: ["bob"], isRefusing: false)
    try await eventually { home.hasBallast }
    #expect(try await server.stop() == .exited(0))
  }

  /// The size of a WAL segment.
  static let segmentBytes = 16 << 20

  /// A clip of 6 MB, unlike those of other numbers.
  static func clip(_ number: UInt8) throws -> [UInt8] {
    try Clips.clip(with: [UInt8](repeating: number, count: 6_000_000))
  }
}

extension ServerProcess {
  /// Checks that the lists show these clips, newest first, and what readiness reports of posts.
  fileprivate func expect(
    _ clips: [[UInt8]], before texts: [String] = [], isRefusing: Bool
  ) async throws {
    let rows = try await responseOnceBack(to: .get("/getaudio/")).rows()
    #expect(rows.count == texts.count + clips.count)
    #expect(rows.prefix(texts.count).map { $0[0] } == texts)
    #expect(rows.dropFirst(texts.count).map { $0[4] } == clips.reversed().map(\.base64))
    #expect(try await responseOnceBack(to: .get("/getchatts/")).rows().count == rows.count)
    let readiness = try await responseOnceBack(to: .get("/readyz"))
    #expect(readiness.status == 200)
    #expect(readiness.text.contains(#""posts":"refused: disk space"#) == isRefusing)
  }

  /// Returns the response to a request, after waiting while it is 503 because PostgreSQL restarts.
  private func responseOnceBack(to request: WireRequest) async throws -> TestResponse {
    var response = try await response(to: request)
    try await eventually {
      if response.status == 503 { response = try await self.response(to: request) }
      return response.status != 503
    }
    return response
  }
}

extension PrivateHome {
  /// Whether the file exists that is deleted for a recovery.
  fileprivate var hasBallast: Bool {
    FileManager.default.fileExists(atPath: directory.path(of: "postgresql/ballast"))
  }
}

/// A small file system, and files that fill it.
private final class TestDisk {
  private let path: String
  private var files: [String] = []

  init(_ path: String) {
    self.path = path
  }

  var freeBytes: Int {
    get throws {
      var status = statvfs()
      let result = unsafe statvfs(path, &status)
      try #require(result == 0)
      return Int(status.f_bavail) * Int(status.f_frsize)
    }
  }

  /// Leaves this many bytes free.
  func fill(leaving byteCount: Int) throws {
    let file = path + "/filler\(files.count)"
    files.append(file)
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // The overhead of the file system is unknown, so the last pages are allocated one by one.
    var size = max(0, try freeBytes - byteCount)
    while size >= 4096 {
      if posix_fallocate(descriptor, lseek(descriptor, 0, SEEK_END), off_t(size)) != 0 { size /= 2 }
      size = min(size, try freeBytes - byteCount)
    }
  }

  /// Deletes the files.
  func free() {
    for file in files { unsafe unlink(file) }
    files = []
  }
}
