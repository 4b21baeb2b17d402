import COpenSSL

/// What OpenSSL's error queue of this thread held, taken out of it so that nothing stays behind.
///
/// Codes and reason texts are constants of the library: they carry no data of a user.
struct OpenSSLFailure: Error {
  /// Packed error codes, the cause first and what its callers made of it after.
  let codes: [UInt]

  /// The queue of OpenSSL holds at most this many errors (ERR_NUM_ERRORS).
  private static let codesMax = 16

  /// Empties this thread's queue. The corresponding C function is `ERR_get_error`.
  static func drain() -> OpenSSLFailure {
    var codes: [UInt] = []
    while codes.count < codesMax {
      let code = ERR_get_error()
      if code == 0 { break }
      codes.append(code)
    }
    ERR_clear_error()
    return OpenSSLFailure(codes: codes)
  }

  /// Forgets errors that an earlier call has left: `SSL_get_error` looks at the whole queue.
  static func forget() { ERR_clear_error() }

  /// Whether the queue was empty.
  var isEmpty: Bool { codes.isEmpty }

  /// The reason codes of one part of the library (`ERR_LIB_SSL`, …), the cause first.
  func reasons(of library: Int32) -> [Int32] {
    codes.filter { ERR_GET_LIB($0) == library }.map { ERR_GET_REASON($0) }
  }

  /// Whether one part of the library gave this reason.
  func has(_ reason: Int32, of library: Int32) -> Bool {
    reasons(of: library).contains(reason)
  }

  /// The reason of the first error, in OpenSSL's words.
  var reason: String {
    guard let code = codes.first else { return "no reason given" }
    guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
