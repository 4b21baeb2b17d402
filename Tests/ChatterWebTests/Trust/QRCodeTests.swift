import Testing

@testable import ChatterWeb

struct QRCodeTests {
  /// The corners of a code have squares of seven modules (ISO/IEC 18004, 6.3.3).
  @Test func hasItsThreeFinderPatterns() throws {
    let code = try #require(QRCode("https://192.0.2.7:8443/"))
    let pattern = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    let last = code.side - 7
    for (top, left) in [(0, 0), (0, last), (last, 0)] {
      let found = (0..<7).map { row in
        (0..<7).map { code.isDark(row: top + row, column: left + $0) ? "1" : "0" }.joined()
      }
      #expect(found == pattern)
    }
    #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
  }

  @Test func isLargerForALongerText() throws {
    let short = try #require(QRCode("https://a/"))
    let long = try #require(QRCode("https://" + String(repeating: "a", count: 200)))
    #expect(short.side == 21 && long.side > short.side)
  }

  @Test(arguments: ["", "a\0b", String(repeating: "a", count: 3000)])
  func refusesWhatCannotBeEncoded(text: String) {
    #expect(QRCode(text) == nil)
  }

  @Test func hasAQuietZoneInATerminal() throws {
    let code = try #require(QRCode("https://a/"))
    let lines = code.terminalLines
    #expect(Set(lines.map(\.count)) == [code.side + 4])
    #expect(lines.first.map { Set($0) } == ["█"] && lines.allSatisfy { $0.hasPrefix("██") })
    #expect(lines[1].dropFirst(2).hasPrefix(" ▄▄▄▄▄ "))
  }

  @Test func isWhiteOnBlackInATerminalOfAnyColors() throws {
    let code = try #require(QRCode("https://a/"))
    #expect(code.coloredTerminalLines.count == code.terminalLines.count)
    for (colored, line) in zip(code.coloredTerminalLines, code.terminalLines) {
      #expect(colored == "\u{1B}[97;40m\(line)\u{1B}[0m")
    }
  }

  @Test func isAnImageOfBlackSquares() throws {
    let svg = try #require(QRCode("https://a/")).svg
    #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29">"#))
    #expect(svg.contains("M4 4h1v1h-1z") && svg.hasSuffix("</svg>"))
  }
}
