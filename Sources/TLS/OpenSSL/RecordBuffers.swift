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

  /// Lets go of buffers that are kept for the next message.
  func releaseSpareMemory() {
    if !hasInput {
      input = []
      inputStart = 0
    }
    if output.isEmpty { output = [] }
  }

  /// Moves input to OpenSSL; 0 if there is none, or none allowed.
  func move(to target: UnsafeMutableRawBufferPointer) -> Int {
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

  func appendOutput(_ bytes: UnsafeRawBufferPointer) {
    unsafe output.append(contentsOf: bytes)
  }
}
