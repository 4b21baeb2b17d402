import Testing

@testable import Arguments

struct ConfigurationFileTests {
  private func lines(_ text: String) throws -> [ConfigurationFile.Line] {
    try ConfigurationFile(Array(text.utf8)).lines
  }

  @Test func findsAssignmentsWithTheirLineNumbers() throws {
    let found = try lines("# a comment\n\n listen = [::]:8443 \n\t# another\nloops=2")
    #expect(
      found == [
        ConfigurationFile.Line(number: 3, key: "listen", value: "[::]:8443"),
        ConfigurationFile.Line(number: 5, key: "loops", value: "2"),
      ])
  }

  @Test(
    arguments: [
      ("a=b=c", "b=c"), ("a = b # c", "b # c"), ("a = \"b\"", "\"b\""), ("a =", ""),
      ("a = b\tc ", "b\tc"), ("a = ü", "ü"), ("a=b\r", "b"), ("a = 'it''s'", "'it''s'"),
    ])
  func takesTheValueAfterTheFirstEqualsSignWithoutBlanks(text: String, value: String) throws {
    #expect(try lines(text) == [ConfigurationFile.Line(number: 1, key: "a", value: value)])
  }

  @Test func acceptsAByteOrderMarkAndCRLF() throws {
    #expect(try lines("\u{FEFF}a=1\r\nb=2\r\n").map(\.value) == ["1", "2"])
  }

  @Test func namesTheLineThatIsNotAnAssignment() throws {
    let cases: [([UInt8], Int, String)] = [
      (Array("a=1\nlisten".utf8), 2, "expected key = value"),
      (Array("=1".utf8), 1, "no key before the ="),
      (Array(" = 1".utf8), 1, "no key before the ="),
      ([0x0A, 0x61, 0x3D, 0xFF], 2, "not valid UTF-8"),
    ]
    for (bytes, line, reason) in cases {
      let error = #expect(throws: ConfigurationFile.Malformation.self) {
        try ConfigurationFile(bytes)
      }
      #expect(error == ConfigurationFile.Malformation(line: line, reason: reason))
    }
  }

  @Test func rejectsOrAcceptsEveryPrefixOfAFile() {
    let text = Array("\u{FEFF}# ü\nlisten = [::1]:1\r\ndatabase = host=ü\n".utf8)
    for count in 0...text.count {
      do throws(ConfigurationFile.Malformation) {
        #expect(try ConfigurationFile(Array(text[..<count])).lines.count <= 2)
      } catch {
        #expect(error.line <= 3)
      }
    }
  }
}
