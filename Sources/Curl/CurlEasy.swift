internal import CCurl

/// Owns one `CURL` easy handle and the memory that libcurl reads through it: one request and its
/// response.
///
/// The first setting that fails is recorded in `setupCode`. Check it before using the handle: the
/// setting may be one that the security of the connection depends on.
@safe final class CurlEasy {
  let handle: UnsafeMutableRawPointer
  private(set) var setupCode = CURLE_OK
  /// The buffer to which libcurl writes error messages (`CURLOPT_ERRORBUFFER`).
  private let errorText: UnsafeMutablePointer<CChar>
  private var body: UnsafeMutableBufferPointer<UInt8>?
  private var fields: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle; nil if there is no memory for it.
  init?() {
    guard CurlLibrary.isReady, let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe (body, fields) = (nil, nil)
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe errorText.deallocate()
    unsafe body?.deallocate()
    unsafe curl_slist_free_all(fields)
  }

  /// Records the first failure of a setting.
  func keep(_ code: CURLcode) {
    if setupCode == CURLE_OK { setupCode = code }
  }

  /// Sets a number, or a boolean as 1 or 0.
  func set(_ option: CURLoption, _ value: Int) {
    keep(unsafe ccurl_set_long(handle, option, value))
  }

  /// Sets a size in bytes.
  func set(_ option: CURLoption, bytes: Int) {
    keep(unsafe ccurl_set_offset(handle, option, curl_off_t(bytes)))
  }

  /// Sets a duration in milliseconds; the minimum is 1 ms, because 0 means no limit.
  func set(_ option: CURLoption, milliseconds duration: Duration) {
    set(option, Int(min(max(duration / .milliseconds(1), 1), Double(Int32.max))))
  }

  /// Sets a text, which libcurl copies; nil removes the default compiled into the library.
  func set(_ option: CURLoption, _ value: String?) {
    guard let value else {
      keep(unsafe ccurl_set_pointer(handle, option, nil))
      return
    }
    guard !value.utf8.contains(0) else {
      keep(CURLE_URL_MALFORMAT)
      return
    }
    keep(unsafe value.withCString { unsafe ccurl_set_pointer(handle, option, $0) })
  }

  /// Makes the request a POST with these bytes.
  func setBody(_ bytes: [UInt8]) {
    // libcurl does not copy them: they must exist as long as the handle.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe copy.initialize(from: bytes)
    unsafe body = unsafe copy
    set(CURLOPT_POST, 1)
    set(CURLOPT_POSTFIELDSIZE_LARGE, bytes: bytes.count)
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, copy.baseAddress))
  }

  /// Adds header field lines.
  func setFields(_ lines: [String]) {
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line) else {
        keep(CURLE_OUT_OF_MEMORY)
        return
      }
      unsafe fields = unsafe longer
    }
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields))
  }

  /// Returns a number that libcurl has for the transfer, or 0 if it has none.
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
  }

  /// Returns a size or a time that libcurl has for the transfer, or 0 if it has none.
  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return unsafe ccurl_get_offset(handle, info, &value) == CURLE_OK ? Int(value) : 0
  }

  /// Returns a text that libcurl has for the transfer, or nil if it has none.
  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe ccurl_get_string(handle, info, &value) == CURLE_OK, let value = unsafe value else {
      return nil
    }
    return unsafe String(cString: value)
  }

  /// Returns the value of the first response field with a name, or nil if there is none.
  func field(_ name: String) -> String? {
    var field: UnsafeMutablePointer<curl_header>?
    let code = unsafe curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &field)
    guard code == CURLHE_OK, let value = unsafe field?.pointee.value else { return nil }
    return unsafe String(cString: value)
  }

  /// Returns the details of a failed transfer.
  func failure(_ code: CURLcode) -> CurlFailure {
    let message = unsafe String(cString: errorText)
    return CurlFailure(
      code: code.rawValue, verifyResult: number(CURLINFO_SSL_VERIFYRESULT),
      proxyVerifyResult: number(CURLINFO_PROXY_SSL_VERIFYRESULT),
      systemError: Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)),
      proxyStatus: number(CURLINFO_HTTP_CONNECTCODE),
      isRequestSent: number(CURLINFO_REQUEST_SIZE) > 0,
      text: message.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : message)
  }
}

/// The setup of libcurl, once per process.
enum CurlLibrary {
  /// Whether libcurl is initialised; it stays so until the process ends.
  static let isReady =
    ccurl_keep_tls_at_exit() == 1 && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
