private import Glibc

/// The log file of the cluster's programs; bounded.
///
/// When a program starts, a long file is renamed to `log.1`. While a server runs, the file is
/// truncated instead: the server opened it for appending and continues at the beginning.
struct ClusterLog {
  static let bytesMax = 4 << 20
  private static let lastLinesBytesMax = 2048

  let directory: ClusterDirectory

  /// Opens the file for appending; the caller closes it.
  func open() throws(PrivateClusterError) -> Int32 {
    if TextFile.size(of: directory.log) > Self.bytesMax {
      unsafe rename(directory.log, directory.oldLog)
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    return try PrivateClusterError.check(
      "open", directory.log, unsafe Glibc.open(directory.log, flags, 0o600))
  }

  /// Truncates a file that has become too long while a server runs.
  func bound() {
    guard TextFile.size(of: directory.log) > Self.bytesMax else { return }
    // Not truncate(2): root must not follow a link that the cluster's user may have placed.
    let descriptor = unsafe Glibc.open(
      directory.log, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    ftruncate(descriptor, 0)
    close(descriptor)
  }

  var lastLines: String {
    let text = TextFile.contents(of: directory.log, lastBytes: Self.lastLinesBytesMax) ?? ""
    let lines = text.split(separator: "\n").suffix(8)
    return lines.isEmpty ? "no messages in \(directory.log)" : lines.joined(separator: "; ")
  }
}
