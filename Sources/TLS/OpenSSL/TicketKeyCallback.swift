import COpenSSL
internal import Crypto

/// Gives OpenSSL the key to seal or open a session ticket with.
///
/// The results are those of `SSL_CTX_set_tlsext_ticket_key_evp_cb(3)`: -1 is an error, 0 "no such
/// key" (a full handshake follows), 1 success, and 2 success with a new ticket due.
func applyTicketKey(
  ssl: OpaquePointer?, name: UnsafeMutablePointer<UInt8>?, vector: UnsafeMutablePointer<UInt8>?,
  cipher: OpaquePointer?, mac: OpaquePointer?, sealing: Int32
) -> Int32 {
  guard let name = unsafe name, let vector = unsafe vector,
    let context = unsafe SSL_get_SSL_CTX(ssl), let data = unsafe SSL_CTX_get_ex_data(context, 0)
  else { return -1 }
  let decisions = unsafe Unmanaged<ServerDecisions>.fromOpaque(data).takeUnretainedValue()
  let keys = decisions.ticketKeys
  let ticketCipher = unsafe decisions.ticketCipher
  let nameBuffer = unsafe UnsafeMutableBufferPointer(start: name, count: TicketKey.nameCount)

  if sealing == 1 {
    let key = keys.sealingKey()
    unsafe _ = nameBuffer.update(fromContentsOf: key.name)
    guard
      unsafe RAND_bytes_ex(
        decisions.library.pointer, vector, Int(EVP_CIPHER_get_iv_length(ticketCipher)), 0) == 1,
      unsafe EVP_EncryptInit_ex(cipher, ticketCipher, nil, key.encryption, vector) == 1,
      unsafe setAuthenticationKey(key.authentication, of: mac)
    else { return -1 }
    return 1
  }
  guard let (key, isCurrent) = unsafe keys.openingKey(named: Array(nameBuffer)) else { return 0 }
  guard unsafe EVP_DecryptInit_ex(cipher, ticketCipher, nil, key.encryption, vector) == 1,
    unsafe setAuthenticationKey(key.authentication, of: mac)
  else { return -1 }
  return isCurrent ? 1 : 2
}

/// Sets the key of an HMAC with SHA-256 over the sealed ticket.
private func setAuthenticationKey(_ key: [UInt8], of mac: OpaquePointer?) -> Bool {
  var key = key
  var digest: [CChar] = [83, 72, 65, 50, 53, 54, 0]  // SHA256
  return unsafe key.withUnsafeMutableBytes { keyBytes in
    unsafe digest.withUnsafeMutableBufferPointer { digestText in
      let parameters = unsafe [
        OSSL_PARAM_construct_octet_string(
          constantText("key"), keyBytes.baseAddress, keyBytes.count),
        OSSL_PARAM_construct_utf8_string(constantText("digest"), digestText.baseAddress, 0),
        OSSL_PARAM_construct_end(),
      ]
      return unsafe EVP_MAC_CTX_set_params(mac, parameters) == 1
    }
  }
}

/// Returns a C string that outlives every call: a parameter keeps the pointer to its name
/// (`OSSL_MAC_PARAM_KEY`, `OSSL_MAC_PARAM_DIGEST`), and a literal is in the program's text.
private func constantText(_ text: StaticString) -> UnsafePointer<CChar> {
  unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}
