import Foundation
import System
import TestSupport

/// A server that accepts connections and never responds.
final class MuteSocket: Sendable {
  let path: String
  private let directory: TemporaryDirectory
  private let descriptor: Lock<Int32>

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path(of: "mute")
    guard let number = unsafe unixSocket(SOCK_STREAM, at: path, bind), listen(number, 16) == 0
    else { throw POSIXError(.EADDRNOTAVAIL) }
    descriptor = Lock(number)
  }

  /// Closes the socket; clients that wait for a response get an error.
  func close() {
    descriptor.withLock { descriptor in
      if descriptor >= 0 { _ = Foundation.close(descriptor) }
      descriptor = -1
    }
  }

  deinit { close() }
}
