import Foundation
import TestSupport
import Testing

@testable import Chatter

struct PostMistakeTests {
  private static let form = "--x\r\nContent-Disposition: form-data; name=\"username\"\r\n\r\nann"

  private static let clip = [0, 0, 0, 24] + Array("ftypM4A ".utf8) + Random.bytes(100)

  @Test(
    arguments: [
      (clip, .fileAsBody), (Array("OggS".utf8) + clip, .fileAsBody),
      (Array(Data(clip).base64EncodedString().utf8), .fileAsBody),
      (Array(form.utf8), .formAsBody), (Array("username=ann&message=hi".utf8), .formAsBody),
      (Array(form.utf8) + clip, .formAsBody), (Array("message=a%20b&username=c".utf8), .formAsBody),
    ] as [([UInt8], PostMistake)])
  func namesABodyThatIsNotJSON(body: [UInt8], mistake: PostMistake) {
    #expect(throws: PostError.mistake(mistake)) { try PostAudioRequest(body: body[...]) }
    #expect(throws: PostError.mistake(mistake)) { try PostChattRequest(body: body[...]) }
    #expect(PostError.mistake(mistake).isMalformed)
  }

  @Test(arguments: ["", "--", "{", "{\"a\":1", "ann", "hi = there", "\u{1F}\u{8B}"])
  func leavesOtherBodiesToTheParser(body: String) {
    #expect(PostMistake(body: ArraySlice(body.utf8)) == nil)
  }

  @Test(
    arguments: [
      ("data:audio/mp4;base64,AAAA", .dataURL), (#"data:audio\/mp4;base64,AAAA"#, .dataURL),
      ("undefined", .placeholder("undefined")), ("None", .placeholder("None")),
      ("[object Blob]", .placeholder("[object Blob]")), ("true", .placeholder("true")),
    ] as [(String, PostMistake)])
  func namesAudioThatIsNotBase64(audio: String, mistake: PostMistake) throws {
    let body = #"{"username":"a","message":"m","audio":"\#(audio)"}"#
    let request = try PostAudioRequest(body: ArraySlice(body.utf8))
    #expect(throws: PostError.mistake(mistake)) { try request.audioBytes() }
    #expect(!PostError.mistake(mistake).isMalformed)
  }

  @Test(
    arguments: [
      (Data(clip).base64EncodedString(), .textInForm("base64 text")),
      ("undefined", .textInForm("the text \"undefined\"")),
      ("data:audio/mp4;base64,AAAA", .textInForm("a data URL")),
    ] as [(String, PostMistake)])
  func namesAudioOfAFormThatIsNotAFile(audio: String, mistake: PostMistake) throws {
    var form = PostForm()
    try form.begin("audio", isFile: false, isUTF8: true, isCoded: false)
    try form.append(ArraySlice(audio.utf8))
    #expect(throws: PostError.mistake(mistake)) { try form.takeAudio() }
  }
}
