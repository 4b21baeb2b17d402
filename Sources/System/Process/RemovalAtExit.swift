private import Glibc

/// Removes files when this process ends, even by SIGKILL: a shell waits until the socket that only
/// this process has is closed.
public struct RemovalAtExit: ~Copyable {
  private let end: FileDescriptor
  private let shell: ChildProcess

  /// - Parameters:
  ///   - paths: Files, and directories with all that is in them. Links are removed, not followed.
  ///   - command: What the shell runs before, with the paths as `$1` and so on.
  public init(of paths: [String], after command: String = ":") throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw FileError(errno: errno)
    }
    let end = FileDescriptor(owning: ends[0])
    let input = FileDescriptor(owning: ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let output = FileDescriptor(owning: unsafe open("/dev/null", O_WRONLY | O_CLOEXEC))
    // An interrupt of the terminal, or the end of a unit, is for this process, and the shell's work
    // comes after it.
    let script = "trap '' HUP INT TERM; read -r word || { \(command); rm -rf -- \"$@\"; }"
    let shell: ChildProcess
    do throws(Errno) {
      shell = try ChildProcess.start(
        ["/bin/sh", "-c", script, "sh"] + paths, input: input.number, output: output.number,
        environment: ["PATH=/usr/bin:/bin"])
    } catch {
      throw FileError(errno: error.number)
    }
    self.end = end
    self.shell = shell
  }

  /// Removes the files, and returns when they are gone.
  public func run() {
    shutdown(end.number, Int32(SHUT_RDWR))
    _ = shell.waitForExit()
  }

  /// Keeps the files.
  public func cancel() {
    let word = Array("keep\n".utf8)
    _ = unsafe send(end.number, word, word.count, Int32(MSG_NOSIGNAL))
    _ = shell.waitForExit()
  }
}
