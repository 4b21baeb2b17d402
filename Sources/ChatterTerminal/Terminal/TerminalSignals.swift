import Glibc

/// The signals that concern a terminal.
///
/// Signals that request something are passed to the front end through a pipe, so that it ends in
/// order. A second signal that ends the program, and a crash, restore the terminal in the handler
/// and then have their default effect. Signals that were ignored at the start of the program
/// (nohup(1), a background job) stay ignored.
enum TerminalSignals {
  /// The signals that ask the program to end.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// The other signals that concern a screen: stop, continue, redraw.
  static let screen = [SIGTSTP, SIGCONT, SIGWINCH]
  /// The signals of faults, and others that end a program which does not expect them.
  static let faults = [
    SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGXFSZ,
    SIGXCPU,
  ]

  /// 1 after the first signal that ends the program.
  nonisolated(unsafe) private static let isEnding = unsafe TerminalState.allocate(sig_atomic_t(0))

  /// The stack of the handlers of faults: that of the thread may have overflowed. Only the kernel
  /// writes to it.
  nonisolated(unsafe) private static let stack = UnsafeMutableRawPointer.allocate(
    byteCount: 64 << 10, alignment: 16)

  static func catchAll(signalPipe descriptor: Int32) {
    catchSignals(ending + screen, signalPipe: descriptor)
    useStack()
    catchAtOnce(faults)
  }

  /// Sets the stack for the current thread: the main actor changes threads, and runs on one at a
  /// time.
  static func useStack() {
    var other = unsafe stack_t()
    unsafe (other.ss_sp, other.ss_size) = (stack, 64 << 10)
    _ = unsafe sigaltstack(&other, nil)
  }

  /// Catches signals that restore the terminal and then end the program at once.
  static func catchAtOnce(_ numbers: [Int32] = ending) {
    TerminalState.prepare()
    let flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_NODEFER | SA_ONSTACK)
    for number in numbers where !isIgnored(number) {
      set(number, flags: flags) { TerminalSignals.end($0) }
    }
  }

  private static func end(_ number: Int32) {
    let error = errno
    TerminalState.restore()
    // SA_RESETHAND has removed the handler: this ends the program, after a fault with a core dump.
    raise(number)
    errno = error
  }

  static func restore() {
    for number in ending where !isIgnored(number) { set(number) }
  }

  /// Catches signals that request something; without a screen, those that end the program.
  static func catchSignals(_ numbers: [Int32] = ending, signalPipe descriptor: Int32) {
    TerminalState.prepare()
    unsafe TerminalState.signalPipe.pointee = descriptor
    unsafe isEnding.pointee = 0
    for number in numbers where !isIgnored(number) {
      set(number, flags: Int32(SA_RESTART)) { TerminalSignals.handle($0) }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    // SIG_IGN, as a number: functions cannot be compared.
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  /// Restores the terminal, and ends this process by the default action of a signal.
  static func terminate(by number: Int32) {
    TerminalState.restore()
    set(number)
    unblock(number)
    raise(number)
  }

  /// Stops the program as Ctrl-Z does: the whole process group, so that the shell notices.
  static func stop() {
    guard !isIgnored(SIGTSTP) else { return }
    set(SIGTSTP)
    // Another thread may take the signal of the group, and this one would take the terminal again
    // before all of them stop: it has a signal of its own, which waits until it is unblocked.
    // SIGCONT removes what still waits.
    change(SIGTSTP, SIG_BLOCK)
    pthread_kill(pthread_self(), SIGTSTP)
    kill(0, SIGTSTP)
    change(SIGTSTP, SIG_UNBLOCK)
    set(SIGTSTP, flags: Int32(SA_RESTART)) { TerminalSignals.handle($0) }
  }

  /// Unblocks a signal in this thread, so that it arrives before the call that sends it returns:
  /// the threads of Dispatch, including the main actor's, block all signals.
  static func unblock(_ number: Int32) { change(number, SIG_UNBLOCK) }

  /// Blocks or unblocks a signal in this thread.
  private static func change(_ number: Int32, _ how: Int32) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(how, &signals, nil)
  }

  private static func handle(_ number: Int32) {
    let error = errno
    let isSecond = unsafe isEnding.pointee == 1
    if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT {
      unsafe isEnding.pointee = 1
      // A hangup may arrive twice, from the kernel and from the shell.
      if isSecond, number != SIGHUP {
        TerminalState.restore()
        set(number)
        raise(number)
      }
    }
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(TerminalState.signalPipe.pointee, &byte, 1)
    errno = error
  }

  /// Sets a handler, or the default action.
  private static func set(
    _ number: Int32, flags: Int32 = 0, _ handler: (@convention(c) (Int32) -> Void)? = nil
  ) {
    var action = sigaction()
    unsafe sigemptyset(&action.sa_mask)
    action.sa_flags = flags
    action.__sigaction_handler = .init(sa_handler: handler)
    _ = unsafe sigaction(number, &action, nil)
  }
}
