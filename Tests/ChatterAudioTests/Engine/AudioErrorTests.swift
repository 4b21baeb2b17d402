import Testing

@testable import ChatterAudio

struct AudioErrorTests {
  @Test func saysWhatHappenedAndWhatToChange() {
    let messages: [(AudioError, String)] = [
      (.noSource, "there is no microphone: connect one"),
      (.noSink, "there is no audio output: connect a loudspeaker"),
      (
        .denied("it is in use"),
        "cannot use the sound device: it is in use: close other programs that use it, or join the"
      ),
      (.undecodable("it is text"), "this clip cannot be played: it is text"),
      (.missingPlugin("install gstreamer1.0-libav"), "install gstreamer1.0-libav"),
      (.notBase64("wrong padding"), "audio is not base64: wrong padding: encode"),
      (.file("cannot read x: no such file"), "cannot read x: no such file"),
      (.unsupported("take 12000"), "take 12000"),
      (.engine("it is gone"), "the audio engine failed: it is gone: try again"),
    ]
    for (error, text) in messages {
      #expect(error.description.contains(text))
      #expect(!error.description.hasSuffix("."))
    }
  }

  @Test func namesTheFileOnce() {
    let named = AudioError.file("a.m4a: it is full")
    #expect(AudioError.file("it is full").naming("a.m4a") == named)
    #expect(named.naming("a.m4a") == named)
    #expect(AudioError.noSink.naming("a.m4a") == .noSink)
  }
}
