import Postgres
import Testing

@testable import chatterd

@Suite("How much space posts may take")
struct StorageOptionsTests {
  @Test(
    "the default reserve is a part of the file system, within bounds",
    arguments: [
      (200 << 20, 32 << 20), (1 << 30, (1 << 30) / 20), (10 << 30, 512 << 20), (1 << 50, 512 << 20),
    ])
  func reserve(totalBytes: Int, reserveBytes: Int) throws {
    let space = FileSystemSpace(totalBytes: totalBytes, freeBytes: 0)
    #expect(try serve().storage.diskReserveBytes(on: space) == reserveBytes)
  }

  @Test("a reserve that is given holds on any file system; 0 leaves none")
  func given() throws {
    let space = FileSystemSpace(totalBytes: 200 << 20, freeBytes: 0)
    #expect(try serve("--disk-reserve 1GiB").storage.diskReserveBytes(on: space) == 1 << 30)
    #expect(try serve("--disk-reserve 0").storage.diskReserveBytes(on: nil) == 0)
    #expect(try serve().storage.diskReserveBytes(on: nil) == 512 << 20)
    #expect(failure("serve --disk-reserve 5%")?.exitCode == .usage)
  }
}
