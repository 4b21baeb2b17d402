/// Separates Swift source, line by line, into code and comments; the text of string literals is in
/// neither.
///
/// It knows line and nested block comments, one-line, many-line and raw strings, and code in
/// interpolations; not regex literals.
struct CodeBlanking {
  private enum Place: Equatable {
    /// Code, with the number of parentheses open in an interpolation; nil at the top.
    case code(parentheses: Int?)
    case string(quotes: Int, hashes: Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var code: [UInt8] = []
  private var comments: [UInt8] = []
  private var places: [Place] = [.code(parentheses: nil)]

  private init(_ text: String) {
    bytes = Array(text.utf8)
    code.reserveCapacity(bytes.count)
  }

  static func split(_ text: String) -> (code: String, comments: String) {
    var blanking = CodeBlanking(text)
    while blanking.position < blanking.bytes.count { blanking.step() }
    return (
      String(decoding: blanking.code, as: UTF8.self),
      String(decoding: blanking.comments, as: UTF8.self)
    )
  }

  private mutating func step() {
    switch places.last {
    case .string(let quotes, let hashes): stepInString(quotes: quotes, hashes: hashes)
    case .code(let parentheses): stepInCode(parentheses: parentheses)
    case nil: preconditionFailure("the top is never left")
    }
  }

  /// Takes the bytes without a special meaning in one step.
  private mutating func takePlainCode() {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\n"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "#"),
        UInt8(ascii: "("), UInt8(ascii: ")"):
        code += bytes[start..<position]
        return
      default: position += 1
      }
    }
    code += bytes[start...]
  }

  private mutating func stepInCode(parentheses: Int?) {
    takePlainCode()
    guard position < bytes.count else { return }
    if isAt("\n") { return endLine() }
    if isAt("//") {
      while position < bytes.count, !isAt("\n") { takeComment() }
      return
    }
    if isAt("/*") { return skipBlockComment() }
    let hashes = run(of: "#", from: position)
    if run(of: "\"", from: position + hashes) > 0 {
      let quotes = run(of: "\"", from: position + hashes) >= 3 ? 3 : 1
      places.append(.string(quotes: quotes, hashes: hashes))
      position += hashes + quotes
      code.append(UInt8(ascii: "\""))
      return
    }
    if let parentheses {
      if isAt("(") { places[places.count - 1] = .code(parentheses: parentheses + 1) }
      if isAt(")") {
        if parentheses == 0 {
          places.removeLast()
          position += 1
          code.append(UInt8(ascii: " "))
          return
        }
        places[places.count - 1] = .code(parentheses: parentheses - 1)
      }
    }
    code.append(bytes[position])
    position += 1
  }

  private mutating func stepInString(quotes: Int, hashes: Int) {
    switch bytes[position] {
    case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "\n"): break
    default:
      position += 1
      return
    }
    let escape = "\\" + String(repeating: "#", count: hashes)
    if isAt(escape + "(") {
      places.append(.code(parentheses: 0))
      position += escape.utf8.count + 1
      code.append(UInt8(ascii: " "))
    } else if isAt(escape) {
      // A line that continues in the next one (`\` at its end) still ends a line here.
      position += escape.utf8.count
      if !isAt("\n") { position += 1 }
    } else if isAt(
      String(repeating: "\"", count: quotes) + String(repeating: "#", count: hashes))
      || (quotes == 1 && isAt("\n"))
    {
      places.removeLast()
      if isAt("\n") { return }
      position += quotes + hashes
      code.append(UInt8(ascii: "\""))
    } else {
      if isAt("\n") { endLine() } else { position += 1 }
    }
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if isAt("/*") {
        depth += 1
        takeComment(2)
      } else if isAt("*/") {
        depth -= 1
        takeComment(2)
      } else if isAt("\n") {
        endLine()
      } else {
        takeComment()
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func takeComment(_ count: Int = 1) {
    comments += bytes[position..<min(position + count, bytes.count)]
    position += count
  }

  private mutating func endLine() {
    code.append(UInt8(ascii: "\n"))
    comments.append(UInt8(ascii: "\n"))
    position += 1
  }

  private func isAt(_ text: String) -> Bool {
    bytes[min(position, bytes.count)...].starts(with: text.utf8)
  }

  private func run(of character: Unicode.Scalar, from start: Int) -> Int {
    guard start < bytes.count else { return 0 }
    return bytes[start...].prefix { $0 == UInt8(ascii: character) }.count
  }
}
