/// The bytes of one connection on their way into and out of OpenSSL.
///
/// OpenSSL accesses them through a custom BIO: a memory BIO would copy them once more and keep
/// buffers as large as the largest message. OpenSSL reads each record in two calls (header and
/// body), which cost nothing here. Its read-ahead therefore stays off, and input that it has not
/// read stays visible.
final class RecordBuffers {
  /// Encrypted bytes that were received; those before `inputStart` have been read.
  private var input: [UInt8] = []
  private var inputStart = 0
  /// Whether no more bytes will follow `input`.
  var hasInputEnded = false
  /// Encrypted bytes to be sent.
  private var output: [UInt8] = []
  /// Where output goes at once while `isDirect` and `output` is empty, as far as it is accepted.
  /// This saves a copy.
  var transport: (any TLSTransport)?
  var isDirect = false
  /// Number of bytes that OpenSSL may still read before it must produce something.
  var readQuota: Int

  /// Maximum capacity of an output buffer that is kept for the next message.
  private static let outputCachedBytesMax = 4096

  init(readQuota: Int) { self.readQuota = readQuota }

  var hasInput: Bool { inputStart < input.count }
  var hasOutput: Bool { !output.isEmpty }

  func append(_ bytes: some Collection<UInt8>) {
    dropDoneInput()
    input.append(contentsOf: bytes)
  }

  private func dropDoneInput() {
    if inputStart == input.count {
      input.removeAll(keepingCapacity: true)
    } else if inputStart > 0 {
      input.removeFirst(inputStart)
    }
    inputStart = 0
  }

  /// Lends the input buffer to a reader that appends to it, so that nothing is copied.
  ///
  /// - Parameter keepingCapacity: Whether an empty buffer keeps its memory.
  func takeInput(keepingCapacity: Bool) -> [UInt8] {
    dropDoneInput()
    var lent: [UInt8] = []
    swap(&lent, &input)
    if lent.isEmpty && !keepingCapacity { lent = [] }
    return lent
  }

  /// Takes a lent buffer back, including the bytes that were appended to it.
  func returnInput(_ bytes: consuming [UInt8]) { input = bytes }

  /// Allocates room for output, unless it goes to the transport at once.
  func reserveOutput(_ count: Int) {
    if !isDirect { output.reserveCapacity(output.count + count) }
  }

  func takeOutput() -> [UInt8] {
    var taken: [UInt8] = []
    swap(&taken, &output)
    return taken
  }

  /// Takes a sent buffer back for the next message, unless it is large.
  func recycleOutput(_ bytes: consuming [UInt8]) {
    guard output.isEmpty, bytes.capacity <= Self.outputCachedBytesMax else { return }
    bytes.removeAll(keepingCapacity: true)
    output = bytes
  }

  /// Frees the buffers that are kept for the next message.
  func releaseSpareMemory() {
    if !hasInput {
      input = []
      inputStart = 0
    }
    if output.isEmpty { output = [] }
  }

  /// Moves input to OpenSSL and returns the number of bytes; 0 if there are none, or none are
  /// allowed.
  func move(to target: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(target.count, input.count - inputStart, readQuota)
    guard count > 0 else { return 0 }
    unsafe input.withUnsafeBytes { bytes in
      unsafe target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[inputStart..<(inputStart + count)]))
    }
    inputStart += count
    readQuota -= count
    if !hasInput { dropDoneInput() }
    return count
  }

  func appendOutput(_ bytes: UnsafeRawBufferPointer) {
    let sent = isDirect && output.isEmpty ? unsafe transport?.writeInTurn(bytes.bytes) ?? 0 : 0
    unsafe output.append(contentsOf: bytes.dropFirst(sent))
  }
}
