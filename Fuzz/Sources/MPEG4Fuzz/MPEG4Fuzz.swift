import Chatter
import FuzzInput

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzMPEG4(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  do throws(AudioClipError) {
    let kept = try AudioClip(bytes: input.bytes)
    claim(kept.facts.byteCount == input.bytes.count, "the size is the size")
    claim(kept.facts.sampleRate > 0, "audio has a sample rate")
    claim(kept.facts.channels > 0, "audio has a channel")
    claim(kept.facts.duration >= .zero, "time does not run backwards")
    for metadata in ClipMetadata.allCases {
      let clip = try AudioClip(bytes: input.bytes, metadata: metadata)
      claim(clip.facts == kept.facts, "what is erased is no fact")
      check(clip.bytes, of: input.bytes)
      guard let again = try? AudioClip(bytes: clip.bytes, metadata: metadata) else {
        claim(false, "a clip whose metadata is erased is a clip")
        continue
      }
      claim(again.bytes == clip.bytes, "nothing is left to erase")
      claim(again.facts == clip.facts, "the facts are in what is kept")
    }
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
  }
  return 0
}

/// Checks that bytes were replaced only by zeros or by the name of free space.
private func check(_ bytes: [UInt8], of original: [UInt8]) {
  claim(bytes.count == original.count, "erasing moves nothing")
  let replacements = Set("free".utf8).union([0])
  for (byte, old) in zip(bytes, original) where byte != old {
    claim(replacements.contains(byte), "what is erased is zeros or free space")
  }
}
