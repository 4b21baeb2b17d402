import COpenSSL
internal import Crypto
import System

/// The data that OpenSSL's callbacks on a server context use during a handshake.
@safe
final class ServerDecisions: Sendable {
  let applicationProtocols: ApplicationProtocols
  let ticketKeys: TicketKeys
  /// The responses to ACME challenges; nil for a server that does not respond to them.
  let challenges: ChallengeDirectory?
  let library: LibraryContext
  /// The `EVP_CIPHER` that tickets are sealed with, which never changes.
  private let cipher: ThreadSafePointer<OpaquePointer>

  init(
    applicationProtocols: ApplicationProtocols, ticketKeys: TicketKeys,
    challenges: ChallengeDirectory? = nil, library: LibraryContext
  ) throws(OpenSSLFailure) {
    self.applicationProtocols = applicationProtocols
    self.ticketKeys = ticketKeys
    self.challenges = challenges
    self.library = library
    // Looked up once (EVP_CIPHER_fetch(3)): OpenSSL looks up `EVP_aes_256_cbc` at each use.
    unsafe cipher = ThreadSafePointer(
      try OpenSSLFailure.check(EVP_CIPHER_fetch(library.pointer, "AES-256-CBC", nil)))
  }

  deinit { unsafe EVP_CIPHER_free(cipher.value) }

  var ticketCipher: OpaquePointer { unsafe cipher.value }
}
