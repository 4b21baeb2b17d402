import Chatter
import FuzzInput

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzMPEG4(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  do throws(AudioClipError) {
    let clip = try AudioClip(bytes: input.bytes)
    claim(clip.bytes == input.bytes, "the bytes are given back as they came")
    claim(clip.facts.byteCount == input.bytes.count, "the size is the size")
    claim(clip.facts.sampleRate > 0, "audio has a sample rate")
    claim(clip.facts.channels > 0, "audio has a channel")
    claim(clip.facts.duration >= .zero, "time does not run backwards")
    let again = try AudioClip(bytes: input.bytes)
    claim(again == clip, "the same bytes give the same clip")
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
  }
  return 0
}
