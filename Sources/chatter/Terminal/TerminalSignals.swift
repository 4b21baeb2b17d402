import Glibc

/// The signals that concern a terminal.
///
/// Those that ask for something are told to the front end through a pipe, which then ends in order;
/// a second one that ends the program, and a crash, give the terminal back from the handler and let
/// the signal do what it does.
enum TerminalSignals {
  /// What may be asked: to end, to stop, to go on, to draw anew.
  static let asking = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH]
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// What a fault of the program ends it with.
  static let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

  /// 1 when a signal that ends the program has come already.
  nonisolated(unsafe) private static let isEnding = unsafe makeFlag()

  /// Sets all handlers; they stay.
  static func catchAll(tellTo descriptor: Int32) {
    TerminalState.prepare()
    unsafe TerminalState.tellTo.pointee = descriptor
    unsafe isEnding.pointee = 0
    for number in asking { set(number, flags: Int32(SA_RESTART)) { TerminalSignals.tell($0) } }
    for number in faults {
      set(number, flags: Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER)) { number in
        TerminalState.giveBack()
        // The handler is gone (SA_RESETHAND): this ends the program, with its core.
        raise(number)
      }
    }
  }

  /// Lets a signal do what it does by itself, to this process.
  static func die(of number: Int32) {
    set(number)
    raise(number)
  }

  /// Stops the program as the key for it does: the whole job, so that its shell notices.
  static func stop() {
    set(SIGTSTP)
    kill(0, SIGTSTP)
    set(SIGTSTP, flags: Int32(SA_RESTART)) { TerminalSignals.tell($0) }
  }

  private static func tell(_ number: Int32) {
    let error = errno
    let isSecond = unsafe isEnding.pointee == 1
    if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT {
      unsafe isEnding.pointee = 1
      if isSecond {
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

extension TerminalSignals {
  /// The terminal's own key for a pause.
  static let stopping = SIGTSTP
  static let goingOn = SIGCONT
}
