private import CLinux
private import Glibc

/// Threads of their own for calls that block and have no other form: none of the few threads on
/// which Swift's tasks and event loops turn may wait in one.
public enum SystemThread {
  /// What a new thread does with the signals that are sent to the process.
  public enum Signals: Sendable {
    /// It takes them as the thread does that starts it.
    case inherited
    /// It takes none: they are the program's, and a library's SIGPIPE is nobody's.
    case blocked
  }

  /// The system has no thread left, or no memory for its stack (pthread_create(3)).
  public struct StartError: Error, Equatable {
    /// An errno, mostly EAGAIN.
    public let code: Int32

    /// The error that a start ends with.
    public init(code: Int32) { self.code = code }
  }

  private final class Work {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Linux keeps so much of a thread's name.
  private static let nameBytesMax = 15

  /// Runs a body on a new thread, which ends with it.
  ///
  /// - Parameter name: as ps, gdb and `top -H` show it.
  public static func start(
    _ name: String, signals: Signals = .inherited, _ body: @escaping @Sendable () -> Void
  ) throws(StartError) {
    var former = sigset_t()
    if signals == .blocked {
      // Before it starts: a signal may come before its first instruction.
      var all = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    }
    defer { if signals == .blocked { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) } }
    var thread = pthread_t()
    // The thread owns the work from here on, unless it could not be started.
    let work = unsafe Unmanaged.passRetained(Work(name, body))
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        SystemThread.run(unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue())
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      throw StartError(code: status)
    }
    pthread_detach(thread)
  }

  private static func run(_ work: Work) {
    let name = String(decoding: work.name.utf8.prefix(nameBytesMax), as: UTF8.self)
    _ = unsafe pthread_setname_np(pthread_self(), name)
    work.body()
  }

  /// Stops the calling thread, which is none of a loop's, for a moment.
  ///
  /// For the processes of others, whose ends no descriptor tells: they are asked about again.
  public static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }
}
