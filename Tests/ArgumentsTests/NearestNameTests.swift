import Testing

@testable import Arguments

struct NearestNameTests {
  @Test(
    arguments: [
      ("listen", "listen", 0), ("lisen", "listen", 1), ("lissten", "listen", 1),
      ("lizten", "listen", 1), ("litsen", "listen", 1), ("", "abc", 3), ("abc", "", 3),
      ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1),
    ])
  func countsEachMistakeOnce(one: String, other: String, distance: Int) {
    #expect(NearestName.distance(Array(one.utf8), Array(other.utf8), atMost: 3) == distance)
    #expect(NearestName.distance(Array(other.utf8), Array(one.utf8), atMost: 3) == distance)
    if distance > 0 {
      let tooFew = distance - 1
      #expect(NearestName.distance(Array(one.utf8), Array(other.utf8), atMost: tooFew) == nil)
    }
  }

  @Test func returnsTheClosestNameIgnoringCase() {
    #expect(NearestName.nearest(to: "hots", among: ["host", "hosts", "port"]) == "host")
    #expect(NearestName.nearest(to: "LISTEN", among: ["listen"]) == "listen")
  }

  @Test func returnsNilForDistantNames() {
    #expect(NearestName.nearest(to: "x", among: ["serve", "cert"]) == nil)
    #expect(NearestName.nearest(to: "up", among: ["status"]) == nil)
    #expect(NearestName.nearest(to: "", among: ["a"]) == nil)
    #expect(NearestName.nearest(to: "listen", among: []) == nil)
  }

  @Test func completesUnambiguousPrefixes() {
    let names = ["database-wait", "database-connections", "listen"]
    #expect(NearestName.nearest(to: "database-w", among: names) == "database-wait")
    #expect(NearestName.nearest(to: "database-", among: names) == nil)
    #expect(NearestName.nearest(to: "li", among: ["listen-address"]) == nil)
  }

  @Test func ignoresNamesOverTheLimit() {
    let long = String(repeating: "a", count: NearestName.bytesMax + 1)
    #expect(NearestName.nearest(to: long, among: [long]) == nil)
    let longest = String(repeating: "a", count: NearestName.bytesMax)
    #expect(NearestName.nearest(to: longest, among: [longest]) == longest)
    #expect(NearestName.distance(Array(longest.utf8), Array(long.utf8), atMost: 3) == nil)
  }
}
