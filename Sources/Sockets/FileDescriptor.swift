private import CLinux

/// An open file descriptor, owned: it is closed when its owner goes (close(2)).
public struct FileDescriptor: ~Copyable, Sendable {
  public let number: Int32

  /// Takes over an open descriptor that nobody else will close.
  public init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // Linux frees the descriptor even when close reports EINTR or EIO: it is never called again.
    _ = close(number)
  }

  /// Leaves the descriptor open for another owner.
  consuming func disown() {
    discard self
  }

  /// The number of a descriptor that another owner will close.
  consuming func take() -> Int32 {
    let number = number
    discard self
    return number
  }
}
