import Glibc
import System
import TestSupport
import Testing

@testable import ChatterDaemon

struct FileStatusTests {
  @Test func readsTheModeOfAFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("a", to: "a", permissions: 0o640)
    let status = try FileStatus(of: path)
    #expect(
      status == FileStatus(mode: 0o640, owner: geteuid(), isRegular: true, device: status.device))
    #expect(try status.device != FileStatus(of: "/proc").device)
    #expect(status.modeText == "640" && status.isReadableByOthers && !status.isReadableByAll)
    #expect(try FileStatus(of: directory.path).isDirectory)
    #expect(throws: Errno(ENOENT)) { try FileStatus(of: directory.path(of: "b")) }
  }

  @Test func findsTheTypeOfADevice() {
    let mounts = """
      20 1 8:1 / / rw - ext4 /dev/sda rw
      21 20 0:300 / /srv rw shared:1 - nfs4 host:/a rw
      damaged
      """
    let type = { FileSystemStatus.type(ofDevice: $0, in: mounts) }
    #expect(type(0x801) == "ext4" && type(0x10002C) == "nfs4" && type(0x802) == "")
  }

  @Test func readsTheFileSystemInMemory() {
    #expect(FileSystemStatus(of: "/dev/shm")?.isInMemory == true)
    #expect(FileSystemStatus(of: "/nowhere/at/all") == nil)
  }

  @Test func readsSocketsNamesAndLocales() throws {
    #expect(Machine.socket("/proc") == nil && Machine.socket("/nowhere") == nil)
    #expect(try WholeFile.names(in: "/proc/self").contains("fd"))
    #expect(throws: FileError.notFound) { try WholeFile.names(in: "/nowhere") }
    #expect(Machine.hasLocale("C") && !Machine.hasLocale("xx_XX.nothing"))
  }
}
