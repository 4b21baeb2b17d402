import System

/// Parses the bytes of a terminal into keys: UTF-8, escape sequences (ECMA-48 section 5.4, and
/// those of xterm), bracketed paste. Bytes may arrive in chunks of any size.
struct KeyParser: Sendable {
  /// The maximum length of a sequence; a keyboard sends none longer, and longer ones are dropped.
  static let sequenceBytesMax = 32
  /// The maximum length of a paste, in bytes; the rest is dropped.
  static let pasteBytesMax = 256 * 1024

  private var bytes: [UInt8] = []
  private var position = 0
  /// The bytes pasted so far; nil outside of a paste.
  private var pasted: [UInt8]?

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  mutating func receive(_ more: some Sequence<UInt8>) {
    if position > 0 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Ends a paste whose end marker was lost, and returns it.
  mutating func endPaste() -> Key? {
    guard let bytes = pasted else { return nil }
    pasted = nil
    return .paste(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the next key; nil if more bytes are needed.
  mutating func next() -> Key? {
    while position < bytes.count {
      if pasted != nil { return paste() }
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

  /// Returns the next pending byte, such as a single escape, as a key after the timeout for more.
  mutating func settle() -> Key? {
    guard position < bytes.count, pasted == nil else { return nil }
    let byte = bytes[position]
    position += 1
    if byte == Self.escape { return .escape }
    // The beginning of a UTF-8 sequence that was not completed.
    return .text(Printable.replacement)
  }

  private enum Step {
    case key(Key)
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

  /// Parses a multi-byte character (RFC 3629); invalid bytes yield U+FFFD.
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
      // Of two escapes the first is a key, and the second begins another sequence.
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

  /// Parses parameter and intermediate bytes, 0x20...0x3F, and a final byte, 0x40...0x7E.
  private mutating func controlSequence() -> Step {
    var parameters: [UInt8] = []
    for _ in 0..<Self.sequenceBytesMax {
      guard let byte = take() else { return .needsMore }
      switch byte {
      case 0x20...0x3F: parameters.append(byte)
      case UInt8(ascii: "[") where parameters.isEmpty:
        // Function keys of the Linux console: `ESC [ [ A`.
        guard let final = take() else { return .needsMore }
        return EscapeSequence.key(console: final).map(Step.key) ?? .nothing
      case 0x40...0x7E:
        if byte == UInt8(ascii: "~"), parameters.elementsEqual("200".utf8) {
          pasted = []
          return .nothing
        }
        return EscapeSequence.key(parameters: parameters, final: byte).map(Step.key) ?? .nothing
      default:
        // The byte cannot occur in a sequence: the bytes before it are dropped.
        position -= 1
        return .nothing
      }
    }
    return .nothing
  }

  /// Collects pasted bytes up to the end marker; invalid UTF-8 in them is repaired.
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

enum Key: Equatable, Sendable {
  /// A character of text; combining marks arrive separately.
  case text(Unicode.Scalar)
  /// A letter with the control key, `a`...`z`.
  case control(Unicode.Scalar)
  /// A character with the alt key.
  case alt(Unicode.Scalar)
  /// Pasted text, as the terminal marks it; never interpreted as keys.
  case paste(String)
  case function(Int)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown

  var isText: Bool {
    switch self {
    case .text, .paste: true
    default: false
    }
  }
}

/// Maps the escape sequences of terminals to keys (xterm's), without their modifiers.
enum EscapeSequence {
  /// The keys of `ESC [` and `ESC O` by their last character.
  private static let letters: [Character: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home, "P": .function(1),
    "Q": .function(2), "R": .function(3), "S": .function(4),
  ]
  /// The keys of `ESC [ number ~`.
  private static let numbers: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// Returns the key of a sequence `ESC O`.
  static func key(singleShift final: UInt8) -> Key? {
    final == UInt8(ascii: "M") ? .enter : letters[Character(Unicode.Scalar(final))]
  }

  /// Returns the key of a sequence `ESC [ [`, which the Linux console sends.
  static func key(console final: UInt8) -> Key? {
    UInt8(ascii: "A")...UInt8(ascii: "E") ~= final ? .function(Int(final) - 0x40) : nil
  }

  /// Returns the key of a sequence `ESC [`.
  static func key(parameters: [UInt8], final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"):
      let number = parameters.prefix { $0 != UInt8(ascii: ";") }
      return Decimals.integer(String(decoding: number, as: UTF8.self)).flatMap { numbers[$0] }
    default: return letters[Character(Unicode.Scalar(final))]
    }
  }
}
