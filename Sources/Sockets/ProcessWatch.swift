private import CLinux

/// Lets a plain thread sleep until a process ends, a file is written to, or another thread wakes it.
///
/// The process is watched by a pidfd (pidfd_open(2), Linux 5.3) and the file by inotify(7), both in
/// an epoll instance: nothing is polled. One thread waits; any thread may call `wake`, which touches a
/// descriptor only: that is what makes it Sendable.
public final class ProcessWatch: @unchecked Sendable {
  private enum Mark {
    static let process: UInt64 = 0
    static let file: UInt64 = 1
    static let wake: UInt64 = 2
  }

  /// Holds several notifications; identical ones that are unread are merged by the kernel.
  private static let notificationBytesMax = 4096

  private let epoll: Epoll
  private let notifications: FileDescriptor
  private let wakes: FileDescriptor

  /// A watch without a process and a file; it fails when the system's limit of descriptors or of
  /// inotify instances is reached.
  public init() throws(Errno) {
    epoll = try Epoll()
    notifications = FileDescriptor(
      owning: try systemCall { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) })
    wakes = FileDescriptor(
      owning: try systemCall { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) })
    try epoll.add(notifications.number, for: .edges, mark: Mark.file)
    try epoll.add(wakes.number, for: .edges, mark: Mark.wake)
  }

  /// Sleeps until the process ends, the file is written to, `wake` is called, or the time is over;
  /// it may also return early, so that the caller looks at all of them.
  ///
  /// - Parameters:
  ///   - process: nil watches none; one that has ended already ends the wait at once.
  ///   - file: not followed when it is a symbolic link; one that does not exist is not watched.
  ///   - isStillWanted: called when the process is being watched: from then on its number cannot
  ///     become that of another process unnoticed. False ends the wait at once.
  ///   - timeout: nil waits without a limit.
  public func wait(
    for process: Int32? = nil, orWriteTo file: String? = nil, timeout: Duration? = nil,
    while isStillWanted: () -> Bool = { true }
  ) throws(Errno) {
    if let file { watch(file) }
    guard let process else {
      if isStillWanted() { sleep(timeout) }
      return
    }
    guard let watched = try Self.open(process) else { return }
    try epoll.add(watched.number, for: .edges, mark: Mark.process)
    defer { epoll.remove(watched.number) }
    if isStillWanted() { sleep(timeout) }
  }

  /// Ends the present wait, or else the next one; any thread may call it.
  public func wake() {
    _ = eventfd_write(wakes.number, 1)
  }

  private func watch(_ file: String) {
    let events = UInt32(IN_MODIFY) | UInt32(IN_DONT_FOLLOW)
    // A file that is watched already keeps its watch.
    _ = unsafe inotify_add_watch(notifications.number, file, events)
  }

  /// A descriptor of a process; nil when there is no such process.
  private static func open(_ process: Int32) throws(Errno) -> FileDescriptor? {
    do throws(Errno) {
      return FileDescriptor(owning: try systemCall { clinux_pidfd_open(process) })
    } catch {
      guard error.number != ESRCH else { return nil }
      throw error
    }
  }

  private func sleep(_ timeout: Duration?) {
    // A signal ends a wait without an event; only one without a limit is taken up again.
    var eventCount = 0
    repeat {
      epoll.wait(milliseconds: timeout.map(Self.milliseconds) ?? -1) { _ in eventCount += 1 }
    } while eventCount == 0 && timeout == nil
    var bytes = [UInt8](repeating: 0, count: Self.notificationBytesMax)
    _ = unsafe read(notifications.number, &bytes, bytes.count)
  }

  /// Rounded up and at most an hour: the wait may return early.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    guard duration < .seconds(3600) else { return 3_600_000 }
    let (seconds, attoseconds) = duration.components
    return Int32(max(0, seconds)) * 1000
      + Int32((max(0, attoseconds) + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
