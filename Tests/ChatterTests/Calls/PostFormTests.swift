import Chatter
import Testing

struct PostFormTests {
  private func form(
    _ fields: [(String, String)], messageBytesMax: Int = 100
  ) throws(PostError) -> PostForm {
    var form = PostForm(messageBytesMax: messageBytesMax)
    for (name, text) in fields {
      try form.begin(name, isFile: name.hasPrefix("file"), isUTF8: true, isCoded: false)
      // In two chunks, as it may come.
      let bytes = Array(text.utf8)
      try form.append(bytes[..<(bytes.count / 2)])
      try form.append(bytes[(bytes.count / 2)...])
    }
    return form
  }

  @Test func readsAllFields() throws {
    var form = try form([("x", "?"), ("username", "ann"), ("message", "hé"), ("audio", "clip")])
    #expect(try form.username() == "ann" && form.message() == "hé")
    #expect(try form.takeAudio() == Array("clip".utf8))
    #expect(try form.takeAudio() == nil)
  }

  @Test func readsWhatIsMissingOrEmptyAsJSONDoes() throws {
    var clip = try form([("name", "bob"), ("audio", "c")])
    #expect(try clip.username() == "bob" && clip.message() == nil && clip.takeAudio() != nil)
    var text = try form([("username", "ann"), ("message", ""), ("audio", "")])
    #expect(try text.message() == "" && text.takeAudio() == nil)
    let none = try form([("username", ""), ("name", "bob"), ("audio", "")])
    #expect(throws: PostError.empty(.username)) { try none.username() }
    #expect(throws: PostError.neitherMessageNorAudio) { try none.message() }
    #expect(throws: PostError.missing(.username)) { try PostForm().username() }
    #expect(throws: PostError.neitherMessageNorAudio) { try PostForm().message() }
  }

  @Test(arguments: [
    ("a\r\nb\r\n", "a\nb\n"), ("a\rb\r", "a\rb\r"), ("\r\r\n\n", "\r\n\n"), ("a\nb", "a\nb"),
  ])
  func storesTheLineBreaksOfBrowsersAsTheyWereWritten(sent: String, stored: String) throws {
    let form = try form([("username", "ann"), ("message", sent)])
    #expect(try form.message() == stored)
  }

  @Test func refusesRepeatedFieldsButNotUnknownOnes() throws {
    #expect(throws: PostError.repeated(.message)) {
      try form([("message", "a"), ("message", "b")])
    }
    _ = try form([("x", "a"), ("x", "b")])
  }

  @Test func takesAFileOfAnotherNameAsTheClip() throws {
    for fields in [
      [("file", "clip"), ("message", "m")], [("audio", ""), ("file", "clip"), ("file 2", "")],
      [("file", ""), ("file", "clip"), ("audio", "")], [("x", "?"), ("file", "clip")],
    ] {
      var form = try form([("username", "ann")] + fields)
      #expect(try form.message() == (fields.contains { $0.0 == "message" } ? "m" : nil))
      #expect(try form.takeAudio() == Array("clip".utf8))
      #expect(try form.takeAudio() == nil)
    }
    for fields in [
      [("file", "a"), ("file", "b")], [("audio", "a"), ("file", "b")],
      [("file", "a"), ("audio", "b")],
    ] {
      #expect(throws: PostError.severalFiles) { try form(fields) }
    }
  }

  @Test func refusesOtherCodings() throws {
    var form = PostForm()
    #expect(throws: PostError.notUTF8(.username)) {
      try form.begin("username", isFile: false, isUTF8: false, isCoded: false)
    }
    #expect(throws: PostError.coded(.audio)) {
      try form.begin("audio", isFile: true, isUTF8: true, isCoded: true)
    }
    try form.begin("x", isFile: false, isUTF8: false, isCoded: true)
  }

  @Test(
    arguments: [
      ([0xFF], .notUTF8(.username)), ([0xC3], .notUTF8(.username)), ([0x61, 0], .nul(.username)),
    ] as [([UInt8], PostError)])
  func refusesTextsThatCannotBeStored(bytes: [UInt8], error: PostError) throws {
    var form = PostForm()
    try form.begin("username", isFile: false, isUTF8: true, isCoded: false)
    try form.append(bytes[...])
    #expect(throws: error) { try form.username() }
  }

  @Test func limitsTextsBeforeTheirEnd() throws {
    let longest = String(repeating: "😀", count: PostLimit.usernameCharactersMax)
    #expect(try form([("username", longest)]).username() == longest)
    #expect(throws: PostError.usernameTooLong(charactersMax: PostLimit.usernameCharactersMax)) {
      try form([("username", longest + "x")])
    }
    let characters = String(repeating: "x", count: PostLimit.usernameCharactersMax + 1)
    #expect(throws: PostError.usernameTooLong(charactersMax: PostLimit.usernameCharactersMax)) {
      try form([("username", characters)]).username()
    }
    #expect(throws: PostError.messageTooLong(bytesMax: 3)) {
      try form([("message", "abcd")], messageBytesMax: 3)
    }
    #expect(try form([("message", "abc")], messageBytesMax: 3).message() == "abc")
  }
}
