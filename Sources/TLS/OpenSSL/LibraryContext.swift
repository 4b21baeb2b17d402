import COpenSSL
import Sockets

/// One `OSSL_LIB_CTX` (OSSL_LIB_CTX(3)): where OpenSSL looks algorithms up and takes random bytes from.
///
/// It does both under locks, many times a handshake, so that threads that shake hands in the same one
/// keep each other waiting. Those that are made live as long as the process: a thread that has taken
/// random bytes from one looks for it once more when it ends.
@safe
struct LibraryContext: @unchecked Sendable {
  /// How many there are at most, each of some 400 kB; threads beyond them share.
  static let countMax = 64

  /// The one that the library has by itself.
  static let standard = unsafe LibraryContext(pointer: nil)

  /// nil stands for the library's own, as in all its functions.
  let pointer: OpaquePointer?

  private static let all = Lock<[LibraryContext]>([.standard])

  /// The context of the thread that has this number, from 0 on: always the same one.
  static func ofThread(_ number: Int) throws(OpenSSLFailure) -> LibraryContext {
    // What an administrator has configured is in the library's own alone.
    guard !hasConfiguredProviders else { return .standard }
    return try all.withLock { (all) throws(OpenSSLFailure) in
      let place = number % countMax
      while all.count <= place {
        guard let made = unsafe OSSL_LIB_CTX_new() else { throw OpenSSLFailure.drain() }
        all.append(unsafe LibraryContext(pointer: made))
      }
      return all[place]
    }
  }

  /// Are algorithms taken from others than the library's default provider, say a FIPS module?
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
