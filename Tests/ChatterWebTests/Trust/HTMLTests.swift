import Testing

@testable import ChatterWeb

struct HTMLTests {
  @Test func hasNoMarkup() {
    #expect(HTML.escaped("<a b=\"c\">&amp;</a>") == "&lt;a b=&quot;c&quot;&gt;&amp;amp;&lt;/a&gt;")
    #expect(HTML.escaped("héllo") == "héllo")
  }
}
