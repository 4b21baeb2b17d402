import Testing

@testable import ChatterDaemon

struct CSVReaderTests {
  private static let text = "a,b\r\n1,\"x, \"\"y\"\"\nz\"\n,\"\"\n\nlast,é"
  private static let records: [CSVReader.Record] = [
    .init(line: 1, fields: ["a", "b"]), .init(line: 2, fields: ["1", "x, \"y\"\nz"]),
    .init(line: 4, fields: [nil, ""]), .init(line: 6, fields: ["last", "é"]),
  ]

  private static func read(_ parts: [some Sequence<UInt8>]) throws -> [CSVReader.Record] {
    var reader = CSVReader()
    var records: [CSVReader.Record] = []
    for part in parts { records += try reader.receive(part) }
    if let last = try reader.finish() { records.append(last) }
    return records
  }

  @Test func readsRecordsAtEverySplit() throws {
    let bytes = Array(Self.text.utf8)
    for count in 0...bytes.count {
      #expect(try Self.read([bytes[..<count], bytes[count...]]) == Self.records)
    }
    #expect(try Self.read(bytes.map { [$0] }) == Self.records)
  }

  @Test func readsEveryPrefixOrSaysWhyNot() {
    let bytes = Array(Self.text.utf8)
    for count in 0..<bytes.count {
      do {
        let records = try Self.read([bytes[..<count]])
        #expect(records.count <= Self.records.count)
      } catch let error as CSVReader.Malformation {
        #expect(["line 2", "line 4", "line 6"].contains { "\(error)".hasPrefix($0) }, "\(error)")
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  @Test(arguments: [
    ("a\"b", 1, "a quote in the middle of a field"),
    ("x\n\"a", 2, "a quoted field does not end"),
    ("\"a\"b", 1, "a quote in the middle of a field"),
  ])
  func refusesStrayQuotes(_ text: String, line: Int, reason: String) {
    #expect(throws: CSVReader.Malformation(line: line, reason: reason)) {
      _ = try Self.read([Array(text.utf8)])
    }
  }

  @Test func refusesWhatIsNotUTF8() {
    #expect(throws: CSVReader.Malformation(line: 1, reason: "not UTF-8")) {
      _ = try Self.read([[0x61, 0xFF, 0x0A]])
    }
  }

  @Test func readsNothingFromNothing() throws {
    #expect(try Self.read([[UInt8]()]).isEmpty)
    #expect(try Self.read([Array("\n\r\n\n".utf8)]).isEmpty)
  }
}
