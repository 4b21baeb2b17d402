import COpenSSL
import Crypto

/// Gives a connection of an ACME authority the certificate of its challenge, before OpenSSL chooses
/// one (SSL_CTX_set_client_hello_cb(3)). Other connections continue unchanged.
let applyChallenge: SSL_client_hello_cb_fn = { ssl, _, argument in
  guard let ssl = unsafe ssl, let argument = unsafe argument,
    let protocols = unsafe helloExtension(
      TLSEXT_TYPE_application_layer_protocol_negotiation, of: ssl),
    ChallengeDirectory.isChallenge(protocols: protocols)
  else { return SSL_CLIENT_HELLO_SUCCESS }
  let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
  guard let names = unsafe helloExtension(TLSEXT_TYPE_server_name, of: ssl),
    let name = ChallengeDirectory.name(inExtension: names),
    let response = context.challenges?.response(for: name)
  else { return SSL_CLIENT_HELLO_SUCCESS }
  unsafe SSL_certs_clear(ssl)
  guard unsafe SSL_use_certificate(ssl, response.chain[0].pointer) == 1,
    unsafe SSL_use_PrivateKey(ssl, response.key.pointer) == 1,
    unsafe SSL_set_ex_data(ssl, 0, argument) == 1
  else { return SSL_CLIENT_HELLO_ERROR }
  return SSL_CLIENT_HELLO_SUCCESS
}

/// Whether `applyChallenge` has given a connection the certificate of a challenge.
func hasChallenge(_ ssl: OpaquePointer?) -> Bool {
  guard let ssl = unsafe ssl else { return false }
  return unsafe SSL_get_ex_data(ssl, 0) != nil
}

/// Returns the bytes of an extension of the ClientHello that is being processed; nil without it.
private func helloExtension(_ type: Int32, of ssl: OpaquePointer) -> [UInt8]? {
  var bytes: UnsafePointer<UInt8>?
  var count = 0
  guard unsafe SSL_client_hello_get0_ext(ssl, UInt32(type), &bytes, &count) == 1,
    let bytes = unsafe bytes
  else { return nil }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}
