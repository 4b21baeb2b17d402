internal import CCurl

/// Owns one `CURL` easy handle, and what libcurl reads through it: one request and its answer.
///
/// A failed setting is kept as `setupCode` and must be looked at before the handle is used: one of
/// those that make a connection safe may be among them.
@safe final class CurlEasy {
  let handle: UnsafeMutableRawPointer
  private(set) var setupCode = CURLE_OK
  /// libcurl writes its own words on an error here (`CURLOPT_ERRORBUFFER`).
  private let errorText: UnsafeMutablePointer<CChar>
  private var body: UnsafeMutableBufferPointer<UInt8>?
  private var fields: CurlFieldList?

  /// Nil where there is no memory for it.
  init?() {
    guard CurlLibrary.isReady, let handle = unsafe curl_easy_init() else { return nil }
    unsafe self.handle = unsafe handle
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe body = nil
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_ERRORBUFFER, errorText))
  }

  deinit {
    unsafe curl_easy_cleanup(handle)
    unsafe errorText.deallocate()
    unsafe body?.deallocate()
  }

  private func keep(_ code: CURLcode) {
    if setupCode == CURLE_OK { setupCode = code }
  }

  /// Sets a number, or a truth by 1 and 0.
  func set(_ option: CURLoption, _ value: Int) {
    keep(unsafe ccurl_set_long(handle, option, value))
  }

  /// Sets a size in bytes.
  func set(_ option: CURLoption, bytes: Int) {
    keep(unsafe ccurl_set_offset(handle, option, curl_off_t(bytes)))
  }

  /// Sets a duration of an option in milliseconds; one of no time counts as 1 ms, since 0 is for ever.
  func set(_ option: CURLoption, milliseconds duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    set(option, isTooLong || overflows ? Int(Int32.max) : min(max(Int(sum), 1), Int(Int32.max)))
  }

  /// Sets a text, which libcurl copies; nil takes away what the library was built with.
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

  /// Makes it a POST of these bytes.
  func setBody(_ bytes: [UInt8]) {
    // libcurl reads them where they lie, for as long as the handle lives.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = unsafe copy.initialize(from: bytes)
    unsafe body = unsafe copy
    set(CURLOPT_POST, 1)
    set(CURLOPT_POSTFIELDSIZE_LARGE, bytes: bytes.count)
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_POSTFIELDS, copy.baseAddress))
  }

  /// Adds header field lines.
  func setFields(_ lines: [String]) {
    guard let list = CurlFieldList(lines) else {
      keep(CURLE_OUT_OF_MEMORY)
      return
    }
    fields = list
    keep(unsafe ccurl_set_pointer(handle, CURLOPT_HTTPHEADER, list.head))
  }

  /// Hands what arrives to a function of C, with a context that outlives the handle.
  func setWrite(
    _ function: @escaping curl_write_callback, _ context: UnsafeMutableRawPointer
  ) {
    unsafe keep(ccurl_set_write(handle, function, context))
  }

  /// Hands the lines of the answer's head to a function of C, with a context that outlives the handle.
  func setHeader(
    _ function: @escaping curl_write_callback, _ context: UnsafeMutableRawPointer
  ) {
    unsafe keep(ccurl_set_header(handle, function, context))
  }

  /// Tells a function of C how far the transfer is, with a context that outlives the handle.
  func setProgress(
    _ function: @escaping curl_xferinfo_callback, _ context: UnsafeMutableRawPointer
  ) {
    unsafe keep(ccurl_set_progress(handle, function, context))
    set(CURLOPT_NOPROGRESS, 0)
  }

  /// Lets a function of C set options of each new socket, with a context that outlives the handle.
  func setSocketOptions(
    _ function: @escaping curl_sockopt_callback, _ context: UnsafeMutableRawPointer?
  ) {
    unsafe keep(ccurl_set_socket_options(handle, function, context))
  }

  /// A number that libcurl knows of the transfer; 0 where it does not.
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe ccurl_get_long(handle, info, &value) == CURLE_OK ? value : 0
  }

  /// A size or a time that libcurl knows of the transfer; 0 where it does not.
  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return unsafe ccurl_get_offset(handle, info, &value) == CURLE_OK ? Int(value) : 0
  }

  /// A text that libcurl knows of the transfer.
  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe ccurl_get_string(handle, info, &value) == CURLE_OK, let value = unsafe value else {
      return nil
    }
    return unsafe String(cString: value)
  }

  /// The value of the answer's first field of a name; nil where there is none.
  func field(_ name: String) -> String? {
    var field: UnsafeMutablePointer<curl_header>?
    let code = unsafe curl_easy_header(handle, name, 0, UInt32(CURLH_HEADER), -1, &field)
    guard code == CURLHE_OK, let value = unsafe field?.pointee.value else { return nil }
    return unsafe String(cString: value)
  }

  /// What is known of a transfer that has failed.
  func failure(_ code: CURLcode) -> CurlFailure {
    let words = unsafe String(cString: errorText)
    return CurlFailure(
      code: code.rawValue, verifyResult: number(CURLINFO_SSL_VERIFYRESULT),
      proxyVerifyResult: number(CURLINFO_PROXY_SSL_VERIFYRESULT),
      systemError: Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO)),
      proxyStatus: number(CURLINFO_HTTP_CONNECTCODE),
      isRequestSent: number(CURLINFO_REQUEST_SIZE) > 0,
      text: words.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : words)
  }
}

/// What the whole process sets up once.
enum CurlLibrary {
  /// Whether libcurl could be set up; the process never takes it down.
  static let isReady =
    ccurl_keep_tls_at_exit() == 1 && curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
