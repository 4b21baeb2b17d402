private import CLinux

/// Lets a plain thread sleep until a process ends, a file is written to, or another thread wakes
/// it.
///
/// The process is watched through a pidfd (pidfd_open(2), Linux 5.3) and the file through
/// inotify(7), so the thread sleeps in poll(2) until there is a change. One thread waits. Any
/// thread may call `wake`, which only writes to a descriptor.
public final class ProcessWatch: Sendable {
  /// Size of the buffer for several notifications. The kernel merges identical unread ones.
  private static let notificationBytesMax = 4096

  private let notifications: FileDescriptor
  private let wakes: FileDescriptor

  /// Creates a watch without a process or a file. Fails when the system's limit of descriptors or
  /// of inotify instances is reached.
  public init() throws(Errno) {
    notifications = FileDescriptor(
      owning: try systemCall { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) })
    wakes = FileDescriptor(
      owning: try systemCall { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) })
  }

  /// Sleeps until the process ends, the file is written to, `wake` is called, or the timeout
  /// passes. It may also return early, so the caller checks all conditions itself.
  ///
  /// - Parameters:
  ///   - process: The process to watch, or nil for none. A process that has already ended ends the
  ///     wait at once.
  ///   - file: The file to watch. A symbolic link is not followed, and a file that does not exist
  ///     is not watched.
  ///   - isStillWanted: Called once the process is being watched, when its number can no longer be
  ///     reused unnoticed. Returning false ends the wait at once.
  ///   - timeout: The maximum time to wait, or nil for no limit.
  public func wait(
    for process: Int32? = nil, orWriteTo file: String? = nil, timeout: Duration? = nil,
    while isStillWanted: () -> Bool = { true }
  ) throws(Errno) {
    if let file {
      // A file that is already watched keeps its watch.
      let events = UInt32(IN_MODIFY) | UInt32(IN_DONT_FOLLOW)
      _ = unsafe inotify_add_watch(notifications.number, file, events)
    }
    guard let process else {
      if isStillWanted() { sleep([], timeout) }
      return
    }
    guard let watched = try Self.open(process) else { return }
    if isStillWanted() { sleep([watched.number], timeout) }
  }

  /// Ends the current wait, or else the next one. Any thread may call this.
  public func wake() {
    _ = eventfd_write(wakes.number, 1)
  }

  /// Returns a descriptor of a process, or nil if there is no such process.
  private static func open(_ process: Int32) throws(Errno) -> FileDescriptor? {
    do throws(Errno) {
      return FileDescriptor(owning: try systemCall { clinux_pidfd_open(process) })
    } catch {
      guard error.number != ESRCH else { return nil }
      throw error
    }
  }

  private func sleep(_ processes: [Int32], _ timeout: Duration?) {
    var watched = (processes + [notifications.number, wakes.number]).map { descriptor in
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
    // A signal ends a wait without an event. Only a wait without a limit is then resumed.
    var eventCount: Int32 = 0
    repeat {
      eventCount = unsafe poll(&watched, nfds_t(watched.count), timeout?.waitMilliseconds ?? -1)
    } while eventCount <= 0 && timeout == nil
    var bytes = [UInt8](repeating: 0, count: Self.notificationBytesMax)
    _ = unsafe read(notifications.number, &bytes, bytes.count)
    _ = unsafe read(wakes.number, &bytes, bytes.count)
  }
}
