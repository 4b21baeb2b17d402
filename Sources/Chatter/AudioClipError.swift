/// The reason that bytes are not an audio clip; the description is the message sent to the client.
public enum AudioClipError: Error, Sendable, Equatable {
  case noBytes
  case foreign(ForeignFormat)
  /// Neither MPEG-4 nor a format in `ForeignFormat`.
  case notMPEG4
  case fileTypeNotFirst(FourCharacterCode)

  /// The file has a file type box but no media.
  case recordingEmpty
  case noMovie
  case cutOff(FourCharacterCode)
  case cutOffBetweenBoxes

  case boxLeavesParent(FourCharacterCode, parent: FourCharacterCode)
  /// Too many boxes in `parent`, or at the top level of the file if `parent` is nil.
  case tooManyBoxes(parent: FourCharacterCode?)
  case nestedTooDeep(FourCharacterCode)
  case malformed(FourCharacterCode)
  case missing(FourCharacterCode, parent: FourCharacterCode)
  case repeated(FourCharacterCode)
  /// Numbers in a box whose sum or product is out of range.
  case numbersTooLarge(FourCharacterCode)

  case tooManyTracks
  case repeatedTrack
  case unknownTrack
  case videoTrack
  case noAudioTrack
  case externalMedia

  case encrypted
  case codecNotAccepted(FourCharacterCode)
  /// An unknown objectTypeIndication of `mp4a`.
  case objectTypeNotAccepted(UInt8)
  /// AAC of an audio object type other than LC, SBR and PS (ISO/IEC 14496-3, table 1.17).
  case aacNotAccepted(objectType: Int)
  case formatNotAccepted(FourCharacterCode)

  case tooManyOtherBytes
  /// A table with far more entries than its track has samples.
  case tooManyEntries(FourCharacterCode)

  /// The number of samples in the box differs from the number in the table of sample sizes.
  case sampleCountsDiffer(FourCharacterCode)
  case noSamples
  case samplesPastEnd
  case samplesOutsideMediaData
  case noDuration
  /// A time scale with which the frames would have lengths that the codec does not have.
  case wrongTimescale
  case durationTooLong
}

extension AudioClipError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noBytes: "the audio has no bytes: send an m4a file, or null for no audio"
    case .foreign(let format): format.refusal
    case .notMPEG4: "this is not an m4a file (no 'ftyp' at its start): record MPEG-4 AAC"
    case .fileTypeNotFirst(let type):
      "the file begins with its \(type.boxName), not with 'ftyp':"
        + " send the whole recording, from its first byte"
    case .recordingEmpty: "the recording is empty: it is only a file header"
    case .noMovie: "the file ends before its moov box: the recording is truncated"
    case .cutOff(let type): "the file ends inside its \(type.boxName): the recording is truncated"
    case .cutOffBetweenBoxes:
      "the file ends inside the header of a box: the recording is truncated"
    case .encrypted: "the audio is encrypted: record it without copy protection"
    case .codecNotAccepted(let type):
      "the audio codec\(type.description == "unprintable" ? "" : " '\(type)'")"
        + " is not accepted: record MPEG-4 AAC"
    case .objectTypeNotAccepted(let number):
      "the audio has MPEG-4 object type \(number), which is not accepted: record MPEG-4 AAC"
    case .aacNotAccepted(let objectType):
      "this is \(Self.objectTypes[objectType] ?? "MPEG-4 audio of object type \(objectType)"),"
        + " which not every browser plays: record AAC-LC"
    default: structure ?? samples
    }
  }

  /// The names of audio object types (ISO/IEC 14496-3, table 1.17).
  private static let objectTypes = [
    1: "AAC Main", 3: "AAC-SSR", 4: "AAC-LTP", 23: "AAC-LD", 32: "MPEG layer 1",
    33: "MPEG layer 2", 34: "MP3 in an MP4 file", 36: "MPEG-4 ALS", 39: "AAC-ELD", 42: "xHE-AAC",
  ]

  private var structure: String? {
    switch self {
    case .boxLeavesParent(let type, let parent):
      "the \(type.boxName) is larger than the \(parent.boxName) around it: the file is damaged"
    case .tooManyBoxes(let parent):
      "there are too many boxes in the \(parent?.boxName ?? "file"): record it again"
    case .nestedTooDeep(let type): "the \(type.boxName) is nested too deeply: the file is damaged"
    case .malformed(let type): "the \(type.boxName) is malformed: the file is damaged"
    case .missing(let type, let parent):
      "there is no \(type.boxName) in the \(parent.boxName): the file is damaged"
    case .repeated(let type): "there is more than one \(type.boxName): the file is damaged"
    case .tooManyOtherBytes:
      "more than \(MPEG4Limits.otherBytesMax) bytes are outside the 'mdat' and 'moov' boxes:"
        + " send only the recording"
    case .tooManyEntries(let type):
      "the \(type.boxName) is too large for the samples of its track: record it again"
    case .numbersTooLarge(let type):
      "the numbers in the \(type.boxName) are too large: the file is damaged"
    case .tooManyTracks: "the file has too many tracks: send one audio track"
    case .repeatedTrack: "two tracks have the same id: the file is damaged"
    case .unknownTrack: "a fragment refers to a missing track: the file is damaged"
    default: nil
    }
  }

  private var samples: String {
    switch self {
    case .videoTrack: "the file has a video track: send audio only"
    case .noAudioTrack: "the file has no audio track: record MPEG-4 AAC"
    case .externalMedia: "the audio is in another file: send a file that contains its audio"
    case .formatNotAccepted(let type):
      "the \(type.boxName) has a sample rate, channels or version that is not accepted:"
        + " record AAC-LC, mono or stereo"
    case .sampleCountsDiffer(let type):
      "the \(type.boxName) and the sample sizes disagree on the number of samples:"
        + " the file is damaged"
    case .noSamples: "the recording is empty: its audio track has no samples"
    case .samplesPastEnd:
      "the file ends before the last of its samples: the recording is truncated"
    case .samplesOutsideMediaData: "samples are outside the mdat box: the file is damaged"
    case .wrongTimescale:
      "the time scale in the 'mdhd' box does not suit the frames of the codec: the file is damaged"
    case .noDuration: "the recording has no duration: record it again"
    case .durationTooLong:
      "the recording is longer than \(MPEG4Limits.durationMax.components.seconds / 3600) hours:"
        + " send a shorter one"
    default: "the file is damaged"
    }
  }
}
