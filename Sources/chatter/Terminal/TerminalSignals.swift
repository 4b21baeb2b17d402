import Glibc
import Threads

/// The signals that concern a terminal.
///
/// Those that ask for something are told to the front end through a pipe, which then ends in order;
/// a second one that ends the program, and a crash, give the terminal back from the handler and let
/// the signal do what it does. What the program was started to ignore (nohup(1), a job in the
/// background) stays ignored.
enum TerminalSignals {
  /// What asks for an end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// What else concerns a screen: to stop, to go on, to draw anew.
  static let screen = [stopping, goingOn, SIGWINCH]
  /// The terminal's own key for a pause.
  static let stopping = SIGTSTP
  static let goingOn = SIGCONT
  /// What a fault of the program ends it with, and what else ends one that does not expect it.
  static let faults = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ,
    SIGXCPU,
  ]

  /// 1 when a signal that ends the program has come already.
  nonisolated(unsafe) private static let isEnding = unsafe makeFlag()
  private static let caught = Lock<[Int32]>([])

  /// For the handlers of faults: a thread whose own stack is full cannot run one on it.
  private static let stackBytes = 64 * 1024
  /// `nonisolated(unsafe)`: made before the handlers are set; the kernel alone writes to it.
  nonisolated(unsafe) private static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: stackBytes, alignment: 16)

  /// For a screen: all that concerns it, and faults.
  static func catchAll(tellTo descriptor: Int32) {
    listen(to: ending + screen, tellTo: descriptor)
    useStack()
    let flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER) | Int32(SA_ONSTACK)
    for number in faults where !isIgnored(number) {
      set(number, flags: flags) { number in
        let error = errno
        TerminalState.giveBack()
        // The handler is gone (SA_RESETHAND): this ends the program, with its core.
        raise(number)
        errno = error
      }
    }
    caught.withLock { $0 += faults }
  }

  /// Lets faults of this thread be handled, whatever has become of its stack. The main actor may
  /// come to another thread at each step, and is on one of them at a time.
  static func useStack() {
    var other = unsafe stack_t()
    unsafe other.ss_sp = stack
    unsafe other.ss_size = stackBytes
    _ = unsafe sigaltstack(&other, nil)
  }

  /// For what leaves the terminal as it is: the keys that stop a program work as ever.
  static func catchEnding(tellTo descriptor: Int32) { listen(to: ending, tellTo: descriptor) }

  /// Lets all that is caught do what it does by itself again.
  static func restore() {
    for number in caught.withLock({ numbers in
      defer { numbers = [] }
      return numbers
    }) where !isIgnored(number) {
      set(number)
    }
  }

  private static func listen(to numbers: [Int32], tellTo descriptor: Int32) {
    TerminalState.prepare()
    unsafe TerminalState.tellTo.pointee = descriptor
    unsafe isEnding.pointee = 0
    for number in numbers where !isIgnored(number) {
      set(number, flags: Int32(SA_RESTART)) { TerminalSignals.tell($0) }
    }
    caught.withLock { $0 += numbers }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN, as a number: two functions cannot be compared.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Lets a signal do what it does by itself, to this process.
  static func die(of number: Int32) {
    set(number)
    open(to: number)
    raise(number)
  }

  /// Stops the program as the key for it does: the whole job, so that its shell notices.
  static func stop() {
    guard !isIgnored(SIGTSTP) else { return }
    set(SIGTSTP)
    open(to: SIGTSTP)
    kill(0, SIGTSTP)
    set(SIGTSTP, flags: Int32(SA_RESTART)) { TerminalSignals.tell($0) }
  }

  /// Lets a signal reach this thread before the call that sends it returns: the threads of Dispatch,
  /// of which the main actor's is one, block all of them.
  static func open(to number: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func tell(_ number: Int32) {
    let error = errno
    let isSecond = unsafe isEnding.pointee == 1
    if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT {
      unsafe isEnding.pointee = 1
      // A terminal that goes says so twice, by the kernel and by the shell: nobody is in a hurry.
      if isSecond, number != SIGHUP {
        TerminalState.giveBack()
        set(number)
        raise(number)
      }
    }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(TerminalState.tellTo.pointee, &byte, 1)
    errno = error
  }

  /// Sets a handler, or the default.
  private static func set(
    _ number: Int32, flags: Int32 = 0, _ handler: (@convention(c) (Int32) -> Void)? = nil
  ) {
    var action = sigaction()
    unsafe sigemptyset(&action.sa_mask)
    action.sa_flags = flags
    action.__sigaction_handler = .init(sa_handler: handler)
    _ = unsafe sigaction(number, &action, nil)
  }

  private static func makeFlag() -> UnsafeMutablePointer<sig_atomic_t> {
    let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
    unsafe flag.initialize(to: 0)
    return unsafe flag
  }
}
