import COpenSSL

/// The bytes of one connection on their way into and out of OpenSSL.
///
/// OpenSSL reads and writes them through a BIO of our own: with a memory BIO it would copy them
/// once more and keep buffers as large as the largest message. It reads each record in two calls
/// (head and body), which cost nothing here, so its read-ahead stays off and what it has not
/// taken stays visible.
final class RecordBuffers {
  /// Encrypted bytes that came; those before `inputStart` are done with.
  private var input: [UInt8] = []
  private var inputStart = 0
  /// Whether nothing will come after `input`.
  private(set) var inputEnded = false
  /// Encrypted bytes to be sent.
  private var output: [UInt8] = []
  /// How many bytes OpenSSL may still read before it has to give something for them.
  private(set) var allowance: Int

  /// Output buffers up to this capacity are kept for the next message.
  private static let outputKeptBytesMax = 4096

  init(allowance: Int) { self.allowance = allowance }

  var hasInput: Bool { inputStart < input.count }
  var hasOutput: Bool { !output.isEmpty }
  var outputCount: Int { output.count }

  func renewAllowance(_ bytes: Int) { allowance = bytes }

  func append(_ bytes: some Collection<UInt8>) {
    dropDoneInput()
    input.append(contentsOf: bytes)
  }

  func endInput() { inputEnded = true }

  private func dropDoneInput() {
    if inputStart == input.count {
      input.removeAll(keepingCapacity: true)
    } else if inputStart > 0 {
      input.removeFirst(inputStart)
    }
    inputStart = 0
  }

  /// Lends the input buffer to whoever reads into it, so that nothing is copied; `keeping` its
  /// memory or not if it is empty.
  func takeInput(keepingCapacity: Bool) -> [UInt8] {
    dropDoneInput()
    var lent: [UInt8] = []
    swap(&lent, &input)
    if lent.isEmpty && !keepingCapacity { lent = [] }
    return lent
  }

  /// Takes a lent buffer back, with what was appended to it.
  func returnInput(_ bytes: consuming [UInt8]) { input = bytes }

  func reserveOutput(_ count: Int) { output.reserveCapacity(output.count + count) }

  func takeOutput() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &output)
    return taken
  }

  /// Takes a sent buffer back for the next message, unless it is large.
  func recycleOutput(_ bytes: consuming [UInt8]) {
    guard output.isEmpty, bytes.capacity <= Self.outputKeptBytesMax else { return }
    bytes.removeAll(keepingCapacity: true)
    output = bytes
  }

  /// Moves input to OpenSSL; 0 if there is none, or none allowed.
  fileprivate func move(to target: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(target.count, input.count - inputStart, allowance)
    guard count > 0 else { return 0 }
    unsafe input.withUnsafeBytes { bytes in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[inputStart..<(inputStart + count)]))
    }
    inputStart += count
    allowance -= count
    if !hasInput { dropDoneInput() }
    return count
  }

  fileprivate func appendOutput(_ bytes: UnsafeRawBufferPointer) {
    unsafe output.append(contentsOf: bytes)
  }
}

/// The kind of BIO that reads from and writes to `RecordBuffers`.
enum RecordBIO {
  /// Made once and never freed, as `BIO_meth_new(3)` wants it; nothing changes it after.
  private nonisolated(unsafe) static let method: OpaquePointer? = unsafe makeMethod()

  /// A new BIO over the buffers, which it does not retain: they must live as long.
  static func make(over buffers: RecordBuffers) throws(OpenSSLFailure) -> OpaquePointer {
    guard let method = unsafe method, let bio = unsafe BIO_new(method) else {
      throw OpenSSLFailure.drain()
    }
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

/// An empty input is "try again later" until it has ended: then it is the end.
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
  if buffers.hasInput || !buffers.inputEnded {
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
    return buffers.inputEnded && !buffers.hasInput ? 1 : 0
  default: return 0
  }
}
