import Chatter
import Testing

struct ListProfileTests {
  @Test func namesOptionsLikeTheServersOptions() {
    #expect(ListProfile.Shape.allCases.map(\.rawValue) == ["arrays", "wrapped"])
    #expect(ListProfile.Order.allCases.map(\.rawValue) == ["newest", "oldest"])
    #expect(ListProfile.IDs.allCases.map(\.rawValue) == ["with", "without"])
  }
}
