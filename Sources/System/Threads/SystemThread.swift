private import CLinux
private import Glibc

/// Dedicated threads for blocking calls that have no non-blocking form. None of the few threads
/// that run Swift tasks and event loops may wait in such a call.
public enum SystemThread {
  /// How a new thread handles the signals that are sent to the process.
  public enum SignalHandling: Sendable {
    /// The thread accepts the same signals as the thread that starts it.
    case inherited
    /// The thread blocks all signals. The program's other threads handle them, and a SIGPIPE caused
    /// by a library has no effect.
    case blocked
  }

  /// What a new thread runs, as an object that a C pointer can hold.
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// The number of bytes that Linux keeps of a thread's name.
  private static let nameBytesMax = 15

  /// Runs a body on a new thread, which ends when the body returns. Its name is what ps, gdb and
  /// `top -H` show.
  ///
  /// Throws the errno of pthread_create(3), usually EAGAIN: the system has no thread left, or no
  /// memory for the stack of one.
  public static func start(
    _ name: String, signals: SignalHandling = .inherited, _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var former = sigset_t()
    if signals == .blocked {
      // Before the thread starts, since a signal may arrive before its first instruction.
      var all = sigset_t()
      unsafe sigfillset(&all)
      unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
    }
    defer { if signals == .blocked { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) } }
    var thread = pthread_t()
    let name = String(decoding: name.utf8.prefix(nameBytesMax), as: UTF8.self)
    let work = Work {
      _ = unsafe pthread_setname_np(pthread_self(), name)
      body()
    }
    // The thread owns the work from here on, unless it cannot be started.
    let retained = unsafe Unmanaged.passRetained(work)
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, retained.toOpaque())
    guard status == 0 else {
      unsafe retained.release()
      throw Errno(status)
    }
    pthread_detach(thread)
  }

  /// Blocks the calling thread, which must not be a loop's, for a short time.
  ///
  /// This is for polling other processes when no descriptor reports the awaited change.
  public static func pause(milliseconds: UInt32) {
    usleep(milliseconds * 1000)
  }
}
