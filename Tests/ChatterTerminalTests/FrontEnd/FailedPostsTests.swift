import Testing

@testable import ChatterTerminal

struct FailedPostsTests {
  private let unknown = ExitError("it may have been stored", .unknownOutcome)
  private let away = ExitError("connection refused", .unavailable)
  private let refused = ExitError("the text is too long", .data)

  @Test func returnsLastErrorUnlessOutcomeOfAPostIsUnknown() {
    var posts = FailedPosts()
    #expect(posts.mostSevere == nil)
    posts.add("one", refused)
    posts.add("two", away)
    #expect(posts.mostSevere == away)
    posts.add("three", unknown)
    posts.add("four", refused)
    #expect(posts.mostSevere == unknown)
  }

  @Test func removesPostsThatSucceedLater() {
    var posts = FailedPosts()
    posts.add("one", unknown)
    posts.add("two", away)
    posts.settle("one")
    #expect(posts.mostSevere == away)
    posts.settle("two")
    #expect(posts.mostSevere == nil)
  }

  @Test func keepsUnknownOutcomeUntilServerRejectsThePost() {
    var posts = FailedPosts()
    posts.add("one", unknown)
    posts.add("one", away)
    #expect(posts.mostSevere == unknown)
    posts.add("one", refused)
    #expect(posts.mostSevere == refused)
  }

  @Test func keepsMostSevereErrorOfEvictedPosts() {
    var posts = FailedPosts()
    posts.add("first", unknown)
    for number in 0..<FailedPosts.countMax { posts.add("\(number)", away) }
    for number in 0..<FailedPosts.countMax { posts.settle("\(number)") }
    posts.settle("first")
    #expect(posts.mostSevere == unknown)
  }
}
