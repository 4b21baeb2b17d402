import ChatterServer
import CommandLine
import Postgres
import Testing

@testable import ChatterDaemon

@Suite("The disk space limits for posts")
struct StorageOptionsTests {
  @Test(
    arguments: [
      (200 << 20, 32 << 20), (1 << 30, (1 << 30) / 20), (10 << 30, 512 << 20), (1 << 50, 512 << 20),
    ])
  func derivesTheReserveFromTheFileSystemWithinBounds(totalBytes: Int, reserveBytes: Int) throws {
    let space = FileSystemSpace(totalBytes: totalBytes, freeBytes: 0)
    #expect(try serve().storage.diskReserveBytes(on: space) == reserveBytes)
  }

  @Test func usesAGivenReserveOnAnyFileSystem() throws {
    let space = FileSystemSpace(totalBytes: 200 << 20, freeBytes: 0)
    #expect(try serve("--disk-reserve 1GiB").storage.diskReserveBytes(on: space) == 1 << 30)
    #expect(try serve("--disk-reserve 0").storage.diskReserveBytes(on: nil) == 0)
    #expect(try serve().storage.diskReserveBytes(on: nil) == 512 << 20)
    #expect(failure("serve --disk-reserve 5%")?.isUsage == true)
  }

  @Test func limitsTheTimelineOnlyWhenConfigured() throws {
    #expect(try serve().storage.retention.isEmpty)
    #expect(
      try serve("--timeline-bytes-max off --timeline-age-max off --timeline-full refuse")
        .storage.retention.isEmpty)
    let limits = try serve(
      "--timeline-bytes-max 2GiB --timeline-full refuse --timeline-age-max 30d"
    ).storage.retention
    #expect(!limits.isEmpty)
    #expect(limits.bytesMax == 2 << 30)
    #expect(limits.whenFull == .refuse)
    #expect(limits.ageMax == .seconds(2_592_000))
    #expect(try serve("--timeline-bytes-max 1MiB").storage.retention.whenFull == .deleteOldest)
  }

  @Test(
    arguments: [
      "--timeline-bytes-max 1MB", "--timeline-bytes-max 0", "--timeline-bytes-max 1KiB",
      "--timeline-age-max 59s", "--timeline-age-max 0", "--timeline-age-max 3651d",
      "--timeline-full delete",
    ])
  func rejectsLimitsOutOfRange(options: String) {
    #expect(failure("serve " + options)?.isUsage == true)
  }
}
