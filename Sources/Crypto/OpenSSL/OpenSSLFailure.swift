import COpenSSL

/// The errors that were taken out of this thread's OpenSSL error queue, so that none are left in
/// it.
///
/// Codes and reason texts are constants of the library and contain no user data.
package struct OpenSSLFailure: Error {
  /// Packed error codes: the cause first, then the errors that its callers added.
  let codes: [UInt]

  /// The capacity of OpenSSL's queue (ERR_NUM_ERRORS).
  private static let codesMax = 16

  /// Empties this thread's queue with `ERR_get_error`, and returns its errors.
  package static func drain() -> OpenSSLFailure {
    var codes: [UInt] = []
    while codes.count < codesMax {
      let code = ERR_get_error()
      if code == 0 { break }
      codes.append(code)
    }
    ERR_clear_error()
    return OpenSSLFailure(codes: codes)
  }

  /// Throws this thread's errors unless a call has succeeded.
  package static func check(_ isDone: Bool) throws(OpenSSLFailure) {
    if !isDone { throw drain() }
  }

  /// Throws this thread's errors unless a call has returned 1.
  package static func check(_ result: Int32) throws(OpenSSLFailure) { try check(result == 1) }

  /// Returns the object that a call has made, or throws this thread's errors if it is nil.
  package static func check(_ made: OpaquePointer?) throws(OpenSSLFailure) -> OpaquePointer {
    guard let made = unsafe made else { throw drain() }
    return unsafe made
  }

  /// Clears errors that an earlier call has left, since `SSL_get_error` checks the whole queue.
  package static func forget() { ERR_clear_error() }

  /// Whether the queue was empty.
  package var isEmpty: Bool { codes.isEmpty }

  /// Returns the reason codes of one part of the library (`ERR_LIB_SSL`, …), the cause first.
  package func reasons(of library: Int32) -> [Int32] {
    codes.filter { ERR_GET_LIB($0) == library }.map { ERR_GET_REASON($0) }
  }

  /// Returns whether one part of the library reported this reason.
  func has(_ reason: Int32, of library: Int32) -> Bool {
    reasons(of: library).contains(reason)
  }

  /// OpenSSL's text for the reason of the first error.
  package var reason: String {
    guard let code = codes.first else { return "no reason given" }
    guard let text = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
