import Chatter
import TestSupport
import Testing

@testable import ChatterClient

struct UnsettledPostsTests {
  private let clock = JumpingClock()

  private func chatt(_ message: String) -> NewChatt { NewChatt(username: "ada", message: message) }

  @Test func returnsTheKeyOfAnEqualPostOnce() throws {
    var posts = UnsettledPosts()
    let key = PostKey(randomFor: chatt("a").call)
    posts.keep(chatt("a"), sentWith: key, clock: clock)
    #expect(posts.takeKey(of: chatt("b")) == nil)
    #expect(posts.takeKey(of: NewChatt(username: "bob", message: "a")) == nil)
    #expect(
      posts.takeKey(of: NewChatt(username: "ada", message: "a", audio: try TinyClip.clip())) == nil)
    #expect(posts.key(of: chatt("a")) == key && posts.key(of: chatt("b")) == nil)
    #expect(posts.takeKey(of: chatt("a")) == key)
    #expect(posts.key(of: chatt("a")) == nil)
    #expect(posts.takeKey(of: chatt("a")) == nil)
  }

  @Test func dropsOldAndExcessPosts() {
    var posts = UnsettledPosts()
    let keys = (0...UnsettledPosts.countMax).map { number in
      let key = PostKey(randomFor: chatt("a").call)
      posts.keep(chatt("\(number)"), sentWith: key, clock: clock)
      return key
    }
    #expect(posts.takeKey(of: chatt("0")) == nil)
    clock.pass(UnsettledPosts.timeMax - .seconds(1))
    #expect(posts.takeKey(of: chatt("1")) == keys[1])
    #expect(posts.key(of: chatt("2")) == keys[2])
    clock.pass(.seconds(1))
    #expect(posts.key(of: chatt("2")) == nil)
    #expect(posts.takeKey(of: chatt("2")) == nil)
  }
}
