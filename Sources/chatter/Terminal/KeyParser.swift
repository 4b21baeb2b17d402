/// Turns the bytes of a terminal into keys: UTF-8, escape sequences (ECMA-48 section 5.4, and those
/// of xterm), bracketed paste. Bytes may come in any pieces.
struct KeyParser: Sendable {
  /// Longer sequences are none of a keyboard, and are dropped.
  static let sequenceBytesMax = 32
  /// What is pasted beyond this is dropped.
  static let pasteBytesMax = 256 * 1024

  private var bytes: [UInt8] = []
  private var position = 0
  /// What was pasted so far, nil when nothing is being pasted.
  private var pasted: [UInt8]?

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Takes bytes as they were read.
  mutating func receive(_ more: some Sequence<UInt8>) {
    if position > 0 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Whether bytes wait that are a key only if nothing follows: an escape by itself.
  var isUndecided: Bool { position < bytes.count && pasted == nil }

  /// Whether a paste has begun that has not ended.
  var isPasting: Bool { pasted != nil }

  /// Takes a paste whose end was lost on the way as it is.
  mutating func endPaste() -> Key? {
    guard let bytes = pasted else { return nil }
    pasted = nil
    return .paste(String(decoding: bytes, as: UTF8.self))
  }

  /// The next key, or nil when more bytes are needed.
  mutating func next() -> Key? {
    while position < bytes.count {
      if pasted != nil {
        guard let key = paste() else { return nil }
        return key
      }
      let start = position
      switch step() {
      case .key(let key): return key
      case .nothing: continue
      case .needsMore:
        position = start
        return nil
      }
    }
    return nil
  }

  /// The time for more bytes has passed: what waits is taken as it is.
  mutating func settle() -> Key? {
    guard isUndecided else { return nil }
    let byte = bytes[position]
    position += 1
    if byte == Self.escape { return .escape }
    // The beginning of a UTF-8 sequence whose end never came.
    return .text(Printable.replacement)
  }

  private enum Step {
    case key(Key)
    /// Bytes that say nothing to this program.
    case nothing
    case needsMore
  }

  private mutating func take() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func step() -> Step {
    guard let byte = take() else { return .needsMore }
    switch byte {
    case Self.escape: return sequence()
    case 0x0D, 0x0A: return .key(.enter)
    case 0x09: return .key(.tab)
    case 0x08, 0x7F: return .key(.backspace)
    case 0x01...0x1A: return .key(.control(Unicode.Scalar(byte + 0x60)))
    case 0x00, 0x1C...0x1F: return .nothing
    case 0x20..<0x7F: return .key(.text(Unicode.Scalar(byte)))
    default: return character(first: byte)
    }
  }

  /// A character of several bytes (RFC 3629); broken ones give U+FFFD.
  private mutating func character(first: UInt8) -> Step {
    let count: Int
    switch first {
    case 0xC2...0xDF: count = 1
    case 0xE0...0xEF: count = 2
    case 0xF0...0xF4: count = 3
    default: return .key(.text(Printable.replacement))
    }
    var whole = [first]
    for _ in 0..<count {
      guard position < bytes.count else { return .needsMore }
      guard bytes[position] & 0xC0 == 0x80 else { return .key(.text(Printable.replacement)) }
      whole.append(bytes[position])
      position += 1
    }
    guard let scalar = String(validating: whole, as: UTF8.self)?.unicodeScalars.first else {
      return .key(.text(Printable.replacement))
    }
    return .key(.text(scalar))
  }

  private mutating func sequence() -> Step {
    guard let byte = take() else { return .needsMore }
    switch byte {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard let final = take() else { return .needsMore }
      return EscapeSequence.key(singleShift: final).map(Step.key) ?? .nothing
    case Self.escape:
      // Two of them are one by itself and the beginning of another.
      position -= 1
      return .key(.escape)
    case 0x20..<0x7F: return .key(.alt(Unicode.Scalar(byte)))
    case 0x7F: return .key(.alt("\u{7F}"))
    case 0x0D, 0x0A: return .key(.alt("\r"))
    default:
      position -= 1
      return .key(.escape)
    }
  }

  /// Parameter bytes 0x30...0x3F, intermediate bytes 0x20...0x2F, a final byte 0x40...0x7E.
  private mutating func controlSequence() -> Step {
    var parameters: [UInt8] = []
    for _ in 0..<Self.sequenceBytesMax {
      guard let byte = take() else { return .needsMore }
      switch byte {
      case 0x20...0x3F: parameters.append(byte)
      case UInt8(ascii: "[") where parameters.isEmpty:
        // The function keys of Linux's own console: `ESC [ [ A`.
        guard let final = take() else { return .needsMore }
        return EscapeSequence.key(console: final).map(Step.key) ?? .nothing
      case 0x40...0x7E:
        if byte == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
          pasted = []
          return .nothing
        }
        return EscapeSequence.key(parameters: parameters, final: byte).map(Step.key) ?? .nothing
      default:
        // No byte of a sequence: what was before it is dropped.
        position -= 1
        return .nothing
      }
    }
    return .nothing
  }

  /// Takes what is pasted up to its end; invalid UTF-8 in it is repaired.
  private mutating func paste() -> Key? {
    while position < bytes.count {
      if bytes[position] == Self.escape {
        let rest = bytes[position...]
        if rest.starts(with: Self.pasteEnd) {
          position += Self.pasteEnd.count
          return endPaste()
        }
        if Self.pasteEnd.starts(with: rest) { return nil }
      }
      if let count = pasted?.count, count < Self.pasteBytesMax { pasted?.append(bytes[position]) }
      position += 1
    }
    return nil
  }
}
