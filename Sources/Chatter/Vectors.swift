private import CVector

/// Loops over many bytes that use vector instructions if the processor has them.
///
/// They are written in C: in the compiler's own vector types, masks are calls of generic functions,
/// several hundred times slower than the instructions.
enum Vectors {
  /// The instruction set in use.
  enum Level: UInt32, CaseIterable {
    /// Plain C, without vector instructions.
    case plain = 0
    /// SSE2 and SSSE3.
    case sse = 1
    case avx2 = 2
    /// AVX-512 with byte permutation and compression.
    case avx512 = 3

    /// The best level that this processor supports.
    static let best = Level(rawValue: cvector_level_max().rawValue) ?? .plain

    fileprivate var value: cvector_level { cvector_level(rawValue: rawValue) }
  }

  /// Returns the offset of the first byte from `start` on that is not plain JSON string text, or
  /// the count if there is none.
  ///
  /// Such a byte is a quote, a control character, a byte that is not ASCII, or the backslash of an
  /// escape of more than one character. `hasEscapes` becomes true if an escape was skipped.
  static func textEnd(
    in bytes: Span<UInt8>, from start: Int, hasEscapes: inout Bool, level: Level = .best
  ) -> Int {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress, start < bytes.count else { return bytes.count }
      return unsafe cvector_text_end(base, bytes.count, start, &hasEscapes, level.value)
    }
  }

  /// Decodes a base64 text with or without padding and line breaks; nil for any other text.
  ///
  /// - Parameter hasEscapes: Whether the text is the inside of a JSON string, in which `\/`, `\n`
  ///   and `\r` are escapes for `/` and the line breaks.
  static func decodeBase64(
    _ text: Span<UInt8>, hasEscapes: Bool, level: Level = .best
  ) -> [UInt8]? {
    unsafe text.withUnsafeBufferPointer { text -> [UInt8]? in
      guard let base = text.baseAddress else { return [] }
      var written = 0
      let output = unsafe [UInt8](
        unsafeUninitializedCapacity: cvector_base64_capacity(text.count)
      ) { output, count in
        guard let start = output.baseAddress else { return }
        written = unsafe cvector_base64_decode(
          base, text.count, hasEscapes, start, output.count, level.value)
        count = max(0, written)
      }
      return written < 0 ? nil : output
    }
  }
}

extension Hasher {
  /// Adds the bytes of a text. Texts that are equal as characters may differ in their bytes.
  ///
  /// Hashing byte by byte would take ten times as long.
  package mutating func combine(bytesOf text: String) {
    var text = text
    text.withUTF8 { unsafe combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
