private import CLinux

/// An owned open file descriptor, which is closed when its owner is destroyed (close(2)).
public struct FileDescriptor: ~Copyable, Sendable {
  public let number: Int32

  /// Takes ownership of an open descriptor that no other owner will close.
  public init(owning number: Int32) {
    self.number = number
  }

  deinit {
    // Linux frees the descriptor even when close reports EINTR or EIO, so close is never repeated.
    _ = close(number)
  }

  /// Releases ownership and leaves the descriptor open for another owner.
  package consuming func disown() {
    discard self
  }
}

extension FileDescriptor {
  /// The flag of open(2) for a file without a name, which ends with its last descriptor.
  static var unnamedFlag: Int32 { clinux_o_tmpfile }
}
