import Arguments
import Glibc
import PrivateCluster
import System

/// How systemd runs the server, as `systemctl show` says of the package's units.
struct ServiceUnit: Sendable, Equatable {
  static let name = "chatterd.service"
  private static let socketName = "chatterd.socket"
  /// The configuration of the package.
  static let configurationPath = "/etc/chatterd/chatterd.conf"
  private static let outputBytesMax = 64 << 10

  /// The user that it runs as.
  var user = ""
  /// The file in its command line.
  var configuration: String?
  /// What systemd listens on for it; empty if it opens its own sockets.
  var listen: [String] = []
  /// Whether systemd listens now.
  var isListening = false
  /// `LimitNOFILE`; nil without a limit.
  var descriptors: Int?
  /// `MemoryMax` in bytes; nil without a limit.
  var memory: Int?

  /// Parses a block of `NAME=VALUE` lines for each unit; nil if the service is not installed.
  init?(_ text: String) {
    for block in text.split(separator: "\n\n") {
      let lines = block.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
      func values(_ name: String) -> [String] {
        lines.filter { $0.first == name[...] && $0.count == 2 }.map { String($0[1]) }
      }
      func value(_ name: String) -> String { values(name).first ?? "" }
      guard value("LoadState") == "loaded" else { continue }
      switch value("Id") {
      case Self.name:
        user = value("User")
        (descriptors, memory) = (Int(value("LimitNOFILE")), Int(value("MemoryMax")))
        // { path=… ; argv[]=/usr/bin/chatterd serve --config FILE ; … }
        let words = value("ExecStart").split(separator: " ")
        configuration = words.firstIndex(of: "--config").flatMap { index in
          words.indices.contains(index + 1) ? String(words[index + 1]) : nil
        }
      case Self.socketName:
        isListening = value("ActiveState") == "active"
        // [::]:443 (Stream)
        listen = values("Listen").compactMap { $0.split(separator: " ").first.map(String.init) }
      default: break
      }
    }
    guard configuration != nil else { return nil }
  }

  /// Asks systemd; nil if it does not run here or has no such unit.
  static func read() -> ServiceUnit? {
    guard FilePresence.exists("/run/systemd/system"),
      let (reading, writing) = try? ClusterProgram.makePipe()
    else { return nil }
    let output = FileDescriptor(owning: reading)
    let names = ["Id", "LoadState", "ActiveState", "User", "LimitNOFILE", "MemoryMax", "ExecStart"]
    let child = try? ChildProcess.start(
      ["systemctl", "show", name, socketName, "--property=\(names.joined(separator: ",")),Listen"],
      output: writing, environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"])
    close(writing)
    guard let child else { return nil }
    let bytes = try? WholeFile.read(descriptor: output.number, bytesMax: outputBytesMax)
    guard child.waitForExit() == 0, let bytes else { return nil }
    return ServiceUnit(String(decoding: bytes, as: UTF8.self))
  }

  /// Becomes the user of the service, if this process is root: what that user cannot read is found.
  func become() throws {
    guard ProcessPrivileges.isRoot, !user.isEmpty, user != "root",
      let found = ClusterUser.named(user)
    else { return }
    try ProcessPrivileges.become(
      found.name, user: found.user, group: found.group, home: found.home)
  }
}
