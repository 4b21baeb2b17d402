private import CQREncode

/// A QR code (ISO/IEC 18004), which phones read with their camera.
public struct QRCode: Sendable {
  /// Modules around the code that must be light (section 9.1).
  private static let quietModules = 4

  /// Modules of a side, without the quiet zone.
  let side: Int
  private let dark: [Bool]

  /// Encodes a text of at most some 2,000 bytes; nil if it is longer, or contains NUL.
  ///
  /// A code with a quarter of its modules unreadable (level Q) can still be read.
  public init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(0),
      let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_Q)
    else { return nil }
    defer { unsafe QRcode_free(code) }
    side = Int(unsafe code.pointee.width)
    // The lowest bit of a module says whether it is dark (qrencode.h).
    dark = (0..<side * side).map { unsafe code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those outside are light.
  func isDark(row: Int, column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && dark[row * side + column]
  }

  /// Lines for a terminal: each character has two modules, one above the other.
  ///
  /// Light modules are drawn, dark ones are the background, so the code is inverted on a light one.
  public var terminalLines: [String] {
    let quiet = Self.quietModules / 2
    return stride(from: -quiet, to: side + quiet, by: 2).map { row in
      String(
        (-quiet..<side + quiet).map { column -> Character in
          switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
          case (false, false): "█"
          case (false, true): "▀"
          case (true, false): "▄"
          case (true, true): " "
          }
        })
    }
  }

  /// The lines in bright white on black, whatever the colors of the terminal are: not every reader
  /// reads an inverted code.
  public var coloredTerminalLines: [String] {
    terminalLines.map { "\u{1B}[97;40m\($0)\u{1B}[0m" }
  }

  /// An image (SVG 1.1), black on white, as large as its place.
  var svg: String {
    let (quiet, whole) = (Self.quietModules, side + 2 * Self.quietModules)
    var path = ""
    for row in 0..<side {
      for column in 0..<side where isDark(row: row, column: column) {
        path += "M\(column + quiet) \(row + quiet)h1v1h-1z"
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(whole) \(whole)">\
      <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path d="\(path)"/></svg>
      """
  }
}
