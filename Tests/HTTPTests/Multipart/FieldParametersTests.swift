import HTTP
import Testing

struct FieldParametersTests {
  @Test func readsTokensAndQuotedStrings() throws {
    let disposition = try #require(
      FieldParameters(#" Form-Data; NAME="a b"; filename="x\"y\z;.m4a" ; size=12;;"#))
    #expect(disposition.value == "form-data" && disposition["name"] == "a b")
    #expect(disposition["filename"] == #"x"y\z;.m4a"# && disposition["size"] == "12")
    #expect(disposition["other"] == nil)
    // Combining characters, which make one `Character` with what precedes them.
    #expect(FieldParameters("a; b=\"\u{301}x\u{301}\"; c=d")?["b"] == "\u{301}x\u{301}")
    #expect(FieldParameters("text/plain")?.value == "text/plain")
    #expect(FieldParameters(#"a; b="c\""#)?["b"] == #"c\"#)
    #expect(FieldParameters(#"a; b="c\" ; d=e"#)?["b"] == #"c\"#)
    #expect(FieldParameters("")?.value == "")
    #expect(FieldParameters(#"a; b="""#)?["b"] == "")
  }

  @Test(
    arguments: [
      "a; b", "a; =c", "a; b=", "a; b=c d", #"a; b="c"#, #"a; b="c\"d"#, "a; b=c; B=d",
      #"a; b="c"d"#,
      "a; b c=d",
    ])
  func refusesOtherValues(text: String) {
    #expect(FieldParameters(text) == nil)
  }
}
