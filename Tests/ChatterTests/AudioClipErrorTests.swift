import Chatter
import Testing

/// The messages that senders receive: what is wrong, and what to change.
struct AudioClipErrorTests {
  private static let stsz = FourCharacterCode("stsz")
  private static let stbl = FourCharacterCode("stbl")
  private static let binary = FourCharacterCode(rawValue: 0x0A1B_5B41)

  static let messages: [(AudioClipError, String)] = [
    (.noBytes, "the audio has no bytes: send an m4a file, or null for no audio"),
    (.foreign(.ogg), "this is Ogg, not m4a: record MPEG-4 AAC"),
    (.notMPEG4, "this is not an m4a file (no 'ftyp' at its start): record MPEG-4 AAC"),
    (
      .fileTypeNotFirst(FourCharacterCode("moof")),
      "the file begins with its 'moof' box, not with 'ftyp':"
        + " send the whole recording, from its first byte"
    ),
    (.recordingEmpty, "the recording is empty: it is only a file header"),
    (.noMovie, "the file ends before its moov box: the recording is truncated"),
    (.cutOff(stsz), "the file ends inside its 'stsz' box: the recording is truncated"),
    (
      .cutOff(binary),
      "the file ends inside its box with an unprintable type: the recording is truncated"
    ),
    (
      .boxLeavesParent(stsz, parent: stbl),
      "the 'stsz' box is larger than the 'stbl' box around it: the file is damaged"
    ),
    (.tooManyBoxes(parent: nil), "there are too many boxes in the file: record it again"),
    (.missing(stsz, parent: stbl), "there is no 'stsz' box in the 'stbl' box: the file is damaged"),
    (.videoTrack, "the file has a video track: send audio only"),
    (.encrypted, "the audio is encrypted: record it without copy protection"),
    (
      .codecNotAccepted(binary),
      "the audio codec is not accepted: record MPEG-4 AAC"
    ),
    (
      .codecNotAccepted(FourCharacterCode("dtsc")),
      "the audio codec 'dtsc' is not accepted: record MPEG-4 AAC"
    ),
    (
      .sampleCountsDiffer(FourCharacterCode("stts")),
      "the 'stts' box and the sample sizes disagree on the number of samples: the file is damaged"
    ),
    (
      .tooManyOtherBytes,
      "more than 65536 bytes are outside the 'mdat' and 'moov' boxes: send only the recording"
    ),
    (
      .tooManyEntries(stsz),
      "the 'stsz' box is too large for the samples of its track: record it again"
    ),
    (.samplesPastEnd, "the file ends before the last of its samples: the recording is truncated"),
    (.durationTooLong, "the recording is longer than 24 hours: send a shorter one"),
  ]

  @Test(arguments: messages)
  func describesEachCause(error: AudioClipError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [(42, "xHE-AAC"), (36, "MPEG-4 ALS"), (99, "MPEG-4 audio of object type 99")])
  func namesOtherMPEG4Audio(objectType: Int, name: String) {
    #expect(
      AudioClipError.aacNotAccepted(objectType: objectType).description
        == "this is \(name), which not every browser plays: record AAC-LC")
  }

  /// Only the last resort is the message of several causes.
  @Test func describesCausesDifferently() {
    let all: [AudioClipError] = [
      .noBytes, .notMPEG4, .fileTypeNotFirst(Self.stsz), .recordingEmpty, .noMovie,
      .cutOff(Self.stsz), .cutOffBetweenBoxes, .boxLeavesParent(Self.stsz, parent: Self.stbl),
      .tooManyBoxes(parent: Self.stbl), .nestedTooDeep(Self.stsz), .malformed(Self.stsz),
      .missing(Self.stsz, parent: Self.stbl), .repeated(Self.stsz), .numbersTooLarge(Self.stsz),
      .tooManyTracks, .repeatedTrack, .unknownTrack, .videoTrack, .noAudioTrack, .externalMedia,
      .encrypted, .codecNotAccepted(Self.stsz), .objectTypeNotAccepted(1),
      .aacNotAccepted(objectType: 42), .formatNotAccepted(Self.stsz),
      .sampleCountsDiffer(Self.stsz), .noSamples,
      .tooManyOtherBytes, .tooManyEntries(Self.stsz),
      .samplesPastEnd, .samplesOutsideMediaData, .noDuration, .wrongTimescale, .durationTooLong,
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(!all.map(\.description).contains("the file is damaged"))
  }
}
