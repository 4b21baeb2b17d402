import COpenSSL
import System

/// The setup of OpenSSL, once per process.
package enum OpenSSLLibrary {
  /// Whether OpenSSL stays in memory until the process has ended. What may be the first to use
  /// OpenSSL evaluates this before.
  ///
  /// Otherwise exit(3) frees it, and a loop's thread that ends at the same time crashes
  /// (OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT).
  package static let isKept = openssl_keep_at_exit() == 1
}

/// One `OSSL_LIB_CTX` (OSSL_LIB_CTX(3)), in which OpenSSL looks up algorithms and from which it
/// takes random bytes.
///
/// It does both under locks, many times per handshake, so threads that perform handshakes in the
/// same context wait for each other. A created context lives as long as the process: a thread that
/// has taken random bytes from a context uses it once more when the thread ends.
@safe
package struct LibraryContext: Sendable {
  /// Maximum number of contexts, each of about 400 kB. Further threads share them.
  static let countMax = 64

  /// The default context of the library.
  package static let standard = unsafe LibraryContext(handle: ThreadSafePointer(nil))

  /// The pointer to the context; nil means the library's default context, as in all its functions.
  package var pointer: OpaquePointer? { unsafe handle.value }

  private let handle: ThreadSafePointer<OpaquePointer?>

  private static let all = Lock<[LibraryContext]>([.standard])

  /// Returns the context of the thread with a number, counted from 0. It is always the same one.
  package static func ofThread(_ number: Int) throws(OpenSSLFailure) -> LibraryContext {
    try OpenSSLFailure.check(OpenSSLLibrary.isKept)
    // Only the default context contains what an administrator has configured.
    guard !hasConfiguredProviders else { return .standard }
    return try all.withLock { (all) throws(OpenSSLFailure) in
      let place = number % countMax
      while all.count <= place {
        let made = unsafe try OpenSSLFailure.check(OSSL_LIB_CTX_new())
        all.append(unsafe LibraryContext(handle: ThreadSafePointer(made)))
      }
      return all[place]
    }
  }

  /// Whether algorithms come from providers other than the library's default one, such as a FIPS
  /// module.
  private static let hasConfiguredProviders: Bool = {
    var hasOthers = false
    unsafe withUnsafeMutablePointer(to: &hasOthers) { hasOthers in
      _ = unsafe OSSL_PROVIDER_do_all(
        nil,
        { provider, hasOthers in
          let name = unsafe OSSL_PROVIDER_get0_name(provider)
          if let name = unsafe name, unsafe String(cString: name) != "default" {
            unsafe hasOthers?.storeBytes(of: true, as: Bool.self)
          }
          return 1
        }, hasOthers)
    }
    return hasOthers
  }()
}
