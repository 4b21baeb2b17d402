import Testing

@testable import Chatter

@Suite("Base64: tables and counts")
struct Base64Tests {
  @Test func countsWholeGroupsOfFour() {
    #expect((0...7).map(Base64.encodedCount) == [0, 4, 4, 4, 8, 8, 8, 12])
  }

  @Test func mapsEachCharacterToItsPlaceInTheAlphabet() {
    #expect(Base64.values.filter { $0 != Base64.foreign }.sorted() == Array(0..<64))
    #expect(Base64.alphabet.map { Base64.values[Int($0)] } == Array(0..<64))
  }
}
