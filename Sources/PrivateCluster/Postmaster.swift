private import Glibc
private import System

/// The server process of a data directory, as the system shows it to other processes.
enum Postmaster {
  /// The contents of `postmaster.pid` (PostgreSQL's pidfile.h).
  struct Record: Equatable {
    let process: Int32
    let isReady: Bool

    /// Parses line 1, the process id, and line 8, the status; nil when there is no process id.
    init?(_ text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let first = lines.first, let process = Int32(first), process > 0 else { return nil }
      self.process = process
      isReady = lines.count >= 8 && lines[7].hasPrefix("ready")
    }
  }

  static func record(in directory: ClusterDirectory) -> Record? {
    TextFile.contents(of: directory.data + "/postmaster.pid").flatMap { Record($0) }
  }

  /// Whether the server was started with these arguments, according to `postmaster.opts`.
  ///
  /// The file has the arguments in quotes, without escapes, after the program's path (PostgreSQL's
  /// CreateOptsFile).
  static func wasStarted(with arguments: [String], in directory: ClusterDirectory) -> Bool {
    let text = TextFile.contents(of: directory.data + "/postmaster.opts")
    return text?.hasSuffix(arguments.map { " \"\($0)\"" }.joined() + "\n") ?? false
  }

  /// Whether a process belongs to this cluster: PostgreSQL's processes run in their data directory.
  ///
  /// The process id alone is not enough: after a crash it may belong to another process.
  static func isRunning(_ process: Int32, in directory: ClusterDirectory) -> Bool {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink("/proc/\(process)/cwd", &bytes, bytes.count)
    guard count > 0 else { return false }
    let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path == directory.data
  }

  /// Returns all processes of this cluster; a killed server may leave some for a while.
  static func processes(in directory: ClusterDirectory) -> [Int32] {
    let names = (try? WholeFile.names(in: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { isRunning($0, in: directory) }
  }
}
