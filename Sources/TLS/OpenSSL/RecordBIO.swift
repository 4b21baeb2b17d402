import COpenSSL
internal import Crypto
import System

/// The BIO method that reads from and writes to `RecordBuffers`.
enum RecordBIO {
  /// Made once and never freed, as `BIO_meth_new(3)` requires. It does not change after that.
  private static let method = unsafe ThreadSafePointer(makeMethod())

  /// Creates a BIO over the buffers. It does not retain them, so they must live at least as long.
  static func make(over buffers: RecordBuffers) throws(OpenSSLFailure) -> OpaquePointer {
    let bio = unsafe try OpenSSLFailure.check(BIO_new(OpenSSLFailure.check(method.value)))
    unsafe BIO_set_data(bio, Unmanaged.passUnretained(buffers).toOpaque())
    unsafe BIO_set_init(bio, 1)
    return unsafe bio
  }

  private static func makeMethod() -> OpaquePointer? {
    let type = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
    guard let method = unsafe BIO_meth_new(type, "TLS records") else { return nil }
    unsafe _ = BIO_meth_set_read_ex(method, readRecords)
    unsafe _ = BIO_meth_set_write_ex(method, writeRecords)
    unsafe _ = BIO_meth_set_ctrl(method, controlRecords)
    return unsafe method
  }
}

private func buffers(of bio: OpaquePointer?) -> RecordBuffers? {
  guard let data = unsafe BIO_get_data(bio) else { return nil }
  return unsafe Unmanaged<RecordBuffers>.fromOpaque(data).takeUnretainedValue()
}

/// Reports an empty input as "try again later", or as the end once the input has ended.
private func readRecords(
  bio: OpaquePointer?, target: UnsafeMutablePointer<CChar>?, count: Int,
  moved: UnsafeMutablePointer<Int>?
) -> Int32 {
  unsafe BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
  unsafe moved?.pointee = 0
  guard let buffers = unsafe buffers(of: bio) else { return 0 }
  let done = unsafe buffers.move(to: UnsafeMutableRawBufferPointer(start: target, count: count))
  unsafe moved?.pointee = done
  if done > 0 { return 1 }
  if buffers.hasInput || !buffers.hasInputEnded {
    unsafe BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
  }
  return 0
}

private func writeRecords(
  bio: OpaquePointer?, source: UnsafePointer<CChar>?, count: Int,
  written: UnsafeMutablePointer<Int>?
) -> Int32 {
  unsafe BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_WRITE | BIO_FLAGS_SHOULD_RETRY)
  guard let buffers = unsafe buffers(of: bio) else { return 0 }
  unsafe buffers.appendOutput(UnsafeRawBufferPointer(start: source, count: count))
  unsafe written?.pointee = count
  return 1
}

private func controlRecords(
  bio: OpaquePointer?, command: Int32, number: Int, argument: UnsafeMutableRawPointer?
) -> Int {
  switch command {
  case BIO_CTRL_FLUSH: return 1
  case BIO_CTRL_EOF:
    guard let buffers = unsafe buffers(of: bio) else { return 1 }
    return buffers.hasInputEnded && !buffers.hasInput ? 1 : 0
  default: return 0
  }
}
