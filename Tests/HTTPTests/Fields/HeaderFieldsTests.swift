import Testing

@testable import HTTP

struct HeaderFieldsTests {
  private let fields: HeaderFields = [
    "Host": "a", "X-List": "one, Two", "x-list": ",three,", "E": "",
  ]

  @Test func findsNamesIgnoringCaseAndReturnsTheFirst() {
    #expect(fields["hOST"] == "a")
    #expect(fields["X-LIST"] == "one, Two")
    #expect(fields["E"] == "")
    #expect(fields["Y"] == nil)
    #expect(fields.values(of: "X-List") == ["one, Two", ",three,"])
    #expect(fields.contains("e") && !fields.contains("Hos"))
  }

  @Test func keepsOrderAndSpelling() {
    #expect(fields.map(\.name) == ["Host", "X-List", "x-list", "E"])
    #expect(fields.map(\.value) == ["a", "one, Two", ",three,", ""])
  }

  @Test func replacesEveryFieldOfTheName() {
    var changed = fields
    changed.set("X-List", "new")
    #expect(changed.map(\.name) == ["Host", "E", "X-List"])
    changed.remove("host")
    changed.remove("host")
    #expect(changed == ["e": "", "x-list": "new"])
    #expect(fields.count == 4)
  }

  @Test func comparesNamesIgnoringCaseAndValuesInOrder() {
    #expect(fields == ["HOST": "a", "x-list": "one, Two", "X-list": ",three,", "e": ""])
    #expect(fields != ["Host": "a", "X-List": "one, two", "x-list": ",three,", "E": ""])
    #expect((["A": "b", "C": "d"] as HeaderFields) != ["C": "d", "A": "b"])
    #expect(fields != [:])
  }

  @Test func changesFieldsOfAParsedHead() throws {
    let request = try #require(parse("GET / HTTP/1.0\r\nA:1\r\nB: 2 \r\n\r\n").requests.first)
    var fields = request.fields
    fields.append("C", FieldValue(3))
    fields.remove("A")
    #expect(fields == ["B": "2", "C": "3"])
    #expect(request.fields == ["A": "1", "B": "2"])
  }

  @Test func isSentWithoutFieldsThatWereRemovedOrReplaced() throws {
    func text(_ fields: HeaderFields) -> String {
      var bytes: [UInt8] = []
      fields.serialize(to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    var fields: HeaderFields = ["A": "1", "B": "2"]
    #expect(text(fields) == "A: 1\r\nB: 2\r\n")
    fields.set("A", "3")
    #expect(text(fields) == "B: 2\r\nA: 3\r\n")
    fields.remove("B")
    fields.append("C", "4")
    #expect(text(fields) == "A: 3\r\nC: 4\r\n")
    let request = try #require(parse("GET / HTTP/1.0\r\nA: 1\r\nB: 2\r\n\r\n").requests.first)
    #expect(text(request.fields) == "A: 1\r\nB: 2\r\n")
  }

  @Test func replacesInvalidUTF8WhenReading() throws {
    var head = Array("GET / HTTP/1.0\r\nX: ".utf8)
    head += [0xFF, 0x0D, 0x0A, 0x0D, 0x0A]
    let request = try #require(parse([head[...]]).requests.first)
    #expect(request.fields["X"] == "\u{FFFD}")
  }
}
