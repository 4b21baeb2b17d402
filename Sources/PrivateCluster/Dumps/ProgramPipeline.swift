private import Glibc
internal import Postgres
package import System

/// Programs of which each reads what the one before it writes, as in a shell.
///
/// All methods run on the loop. If this process is killed, the pipes end, and so do the programs.
public final class ProgramPipeline {
  /// A program that could not be started or failed.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let program: String
    /// Its exit status, or 128 plus the number of its signal; nil if it was not started.
    public var status: Int32?
    /// The end of what all programs printed as errors.
    public let text: String

    public var description: String { "\(program) failed: \(text)" }
  }

  package enum Input {
    case nothing
    /// A file from its beginning.
    case file(Int32)
    /// What `write` is given.
    case written
  }

  private static let readBytesMax = 1 << 16
  private static let errorBytesMax = 4096

  private let loop: EventLoop
  private var children: [(name: String, process: ChildProcess)] = []
  private let errors: FileDescriptor
  private var input: Registration?
  private var output: Registration?
  private var ends: [Int32] = []

  /// Starts the programs, with `NAME=value` in `variables` for the environment of all.
  package init(
    _ commands: [[String]], reading source: Input, in directory: String = "/",
    variables: [String] = [], on loop: EventLoop
  ) throws {
    self.loop = loop
    var name = Array("/tmp/chatterd.XXXXXX".utf8CString)
    errors = FileDescriptor(
      owning: try PrivateClusterError.check("create", "/tmp/chatterd.*", unsafe mkstemp(&name)))
    unsafe unlink(name)
    _ = fcntl(errors.number, F_SETFD, FD_CLOEXEC)
    var next: Int32?
    switch source {
    case .nothing: break
    case .file(let file):
      try PrivateClusterError.check("rewind", "the file", lseek(file, 0, SEEK_SET) == 0 ? 0 : -1)
      next = file
    case .written:
      // Sockets, since writing to a pipe that nobody reads raises a signal.
      let (reading, writing) = try makePipe(isSocket: true)
      input = try loop.attach(writing, trigger: .level)
      next = reading
    }
    for command in commands {
      let (reading, writing) = try makePipe()
      let child = try ClusterProgram.start(
        command, input: next, output: writing, errors: errors.number, in: directory,
        variables: variables)
      children.append((command[0].split(separator: "/").last.map(String.init) ?? "", child))
      if let next { closeEnd(next) }
      closeEnd(writing)
      next = reading
    }
    if let next { output = try loop.attach(next, trigger: .level) }
  }

  deinit {
    for registration in [input, output] {
      if let registration { loop.detach(registration) }
    }
    for end in ends { close(end) }
    for (_, process) in children { process.stop() }
  }

  /// Returns the next bytes that the last program has written; nil at their end.
  public func read() async throws -> [UInt8]? {
    while let output {
      try await loop.wait(for: .read, on: output)
      var bytes = [UInt8](repeating: 0, count: Self.readBytesMax)
      let count = unsafe Glibc.read(output.descriptor, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      guard count == 0 || errno != EINTR else { continue }
      loop.detach(output)
      self.output = nil
    }
    return nil
  }

  /// Passes bytes to the first program; `finish` says why one that has ended did not take them.
  public func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while let input, !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { rest in
        unsafe send(
          input.descriptor, rest.baseAddress, rest.count,
          Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try await loop.wait(for: .write, on: input)
      } else if errno != EINTR {
        closeInput()
      }
    }
  }

  /// Ends the input and waits until all programs have ended.
  ///
  /// Throws the `Failure` of the first one that failed for a reason of its own.
  public func finish() async throws {
    closeInput()
    while try await read() != nil {}
    let statuses = children.map { ($0.name, $0.process.waitForExit()) }
    children = []
    // SIGPIPE ends one whose reader has ended, for which the reader has the reason, if it is one.
    if let cause = statuses.first(where: { $0.1 != 0 && $0.1 != 128 + SIGPIPE }) {
      throw Failure(program: cause.0, status: cause.1, text: errorText)
    }
  }

  private func closeInput() {
    guard let input else { return }
    loop.detach(input)
    closeEnd(input.descriptor)
    self.input = nil
  }

  /// The end of what the programs printed, in one line.
  private var errorText: String {
    let size = lseek(errors.number, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: Self.errorBytesMax)
    let start = max(0, size - bytes.count)
    let count = unsafe pread(errors.number, &bytes, bytes.count, start)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").joined(separator: "; ")
  }

  private func makePipe(isSocket: Bool = false) throws -> (reading: Int32, writing: Int32) {
    let pair = try ClusterProgram.makePipe(isSocket: isSocket)
    ends += [pair.reading, pair.writing]
    return pair
  }

  /// Closes an end of a pipe; the file of the caller stays open.
  private func closeEnd(_ end: Int32) {
    guard let index = ends.firstIndex(of: end) else { return }
    ends.remove(at: index)
    close(end)
  }
}
