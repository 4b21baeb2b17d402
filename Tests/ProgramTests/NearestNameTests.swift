import Testing

@testable import Program

@Suite("The name that was probably meant")
struct NearestNameTests {
  @Test(
    "insertions, deletions, substitutions and swaps count one each",
    arguments: [
      ("listen", "listen", 0), ("lisen", "listen", 1), ("lissten", "listen", 1),
      ("lizten", "listen", 1), ("litsen", "listen", 1), ("", "abc", 3), ("abc", "", 3),
      ("kitten", "sitting", 3), ("ca", "abc", 3), ("ab", "ba", 1),
    ])
  func distances(one: String, other: String, distance: Int) {
    #expect(NearestName.distance(Array(one.utf8), Array(other.utf8), atMost: 3) == distance)
    #expect(NearestName.distance(Array(other.utf8), Array(one.utf8), atMost: 3) == distance)
    if distance > 0 {
      let tooFew = distance - 1
      #expect(NearestName.distance(Array(one.utf8), Array(other.utf8), atMost: tooFew) == nil)
    }
  }

  @Test("the closest wins, capitals count as small letters")
  func closest() {
    #expect(NearestName.nearest(to: "hots", among: ["host", "hosts", "port"]) == "host")
    #expect(NearestName.nearest(to: "LISTEN", among: ["listen"]) == "listen")
  }

  @Test("a short name is not stretched to any other, a strange one gets no hint")
  func none() {
    #expect(NearestName.nearest(to: "x", among: ["serve", "cert"]) == nil)
    #expect(NearestName.nearest(to: "up", among: ["status"]) == nil)
    #expect(NearestName.nearest(to: "", among: ["a"]) == nil)
    #expect(NearestName.nearest(to: "listen", among: []) == nil)
  }

  @Test("a beginning that only one name has is completed, an ambiguous one is not")
  func completion() {
    let names = ["database-wait", "database-connections", "listen"]
    #expect(NearestName.nearest(to: "database-w", among: names) == "database-wait")
    #expect(NearestName.nearest(to: "database-", among: names) == nil)
    #expect(NearestName.nearest(to: "li", among: ["listen-address"]) == nil)
  }

  @Test("names over the limit are not compared")
  func bounded() {
    let long = String(repeating: "a", count: NearestName.bytesMax + 1)
    #expect(NearestName.nearest(to: long, among: [long]) == nil)
    let longest = String(repeating: "a", count: NearestName.bytesMax)
    #expect(NearestName.nearest(to: longest, among: [longest]) == longest)
    #expect(NearestName.distance(Array(longest.utf8), Array(long.utf8), atMost: 3) == nil)
  }

  @Test(
    "a slip of the fingers finds the verb that was meant",
    arguments: [
      ("lsit", "list"), ("pots", "post"), ("plai", "play"), ("recrod", "record"),
      ("serv", "server"), ("QUEU", "queue"), ("lisst", "list"),
    ])
  func slips(typed: String, meant: String) {
    let names = ["list", "post", "play", "record", "queue", "server"]
    #expect(NearestName.nearest(to: typed, among: names) == meant)
  }
}
