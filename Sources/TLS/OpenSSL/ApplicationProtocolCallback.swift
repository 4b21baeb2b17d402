import COpenSSL
import Crypto

/// Responds to ALPN (RFC 7301 section 3.2). `offered` is the client's list, which OpenSSL has
/// checked.
let selectApplicationProtocol: SSL_CTX_alpn_select_cb_func = {
  ssl, selected, selectedCount, offered, offeredCount, argument in
  guard let argument = unsafe argument, let offered = unsafe offered else {
    return SSL_TLSEXT_ERR_NOACK
  }
  let context = unsafe Unmanaged<TLSContext>.fromOpaque(argument).takeUnretainedValue()
  let list = unsafe Array(UnsafeBufferPointer(start: offered, count: Int(offeredCount)))
  let names =
    unsafe hasChallenge(ssl)
    ? [ChallengeDirectory.applicationProtocol] : context.applicationProtocols
  guard !names.isEmpty else { return SSL_TLSEXT_ERR_NOACK }
  guard let range = rangeOfFirst(names, in: list) else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  unsafe selected?.pointee = offered + range.lowerBound
  unsafe selectedCount?.pointee = UInt8(range.count)
  return SSL_TLSEXT_ERR_OK
}

/// Returns the place of the first of some names that a list in wire form has; nil without one in
/// common.
func rangeOfFirst(_ names: [String], in list: [UInt8]) -> Range<Int>? {
  var offered: [Range<Int>] = []
  var start = 1
  while start <= list.count, start + Int(list[start - 1]) <= list.count {
    offered.append(start..<start + Int(list[start - 1]))
    start += Int(list[start - 1]) + 1
  }
  return names.lazy.compactMap { name in
    offered.first { list[$0].elementsEqual(name.utf8) }
  }.first
}
