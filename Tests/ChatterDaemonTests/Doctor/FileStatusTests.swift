import EventLoop
import Glibc
import TestSupport
import Testing

@testable import ChatterDaemon

struct FileStatusTests {
  @Test func readsTheModeOfAFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("a", to: "a", permissions: 0o640)
    let status = try FileStatus(of: path)
    #expect(status == FileStatus(mode: 0o640, owner: geteuid()))
    #expect(status.modeText == "640" && status.isReadableByOthers && !status.isReadableByAll)
    #expect(try FileStatus(of: directory.path).isDirectory)
    #expect(throws: Errno(ENOENT)) { try FileStatus(of: directory.path(of: "b")) }
  }

  @Test func findsTheMountThatContainsAPath() {
    let mounts = """
      20 1 8:1 / / rw - ext4 /dev/sda rw
      21 20 0:5 / /srv rw shared:1 - nfs4 host:/a rw
      22 20 0:6 / /srv/my\\040data rw - tmpfs none rw
      23 20 0:7 / /srv rw - cifs //host/a rw
      damaged
      """
    let type = { FileSystemStatus.type(of: $0, in: mounts) }
    #expect(type("/") == "ext4" && type("/srvx") == "ext4" && type("/var/lib") == "ext4")
    #expect(type("/srv/a") == "cifs", "the last mount on a point hides the others")
    #expect(type("/srv/my data/a") == "tmpfs")
    #expect(FileSystemStatus.type(of: "/a", in: "") == "")
  }

  @Test func readsTheFileSystemInMemory() {
    #expect(FileSystemStatus(of: "/dev/shm")?.isInMemory == true)
    #expect(FileSystemStatus(of: "/nowhere/at/all") == nil)
  }

  @Test func readsLinksNamesAndLocales() throws {
    #expect(Machine.link("/proc/self/cwd")?.hasPrefix("/") == true)
    #expect(Machine.link("/proc") == nil)
    #expect(Machine.names(in: "/proc/self").contains("fd"))
    #expect(Machine.names(in: "/nowhere") == [])
    #expect(Machine.hasLocale("C") && !Machine.hasLocale("xx_XX.nothing"))
    #expect(try #require(Machine.programTime) > 1_000_000_000)
  }
}
