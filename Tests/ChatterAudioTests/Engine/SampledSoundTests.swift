import Testing

@testable import class ChatterAudio.SampledSound

struct SampledSoundTests {
  private func chunks(of samples: SampledSound) async -> [[Int16]] {
    var chunks: [[Int16]] = []
    for await chunk in samples.stream { chunks.append(chunk) }
    return chunks
  }

  @Test func sendsChunksOfATenthOfASecondWhateverArrives() async {
    let samples = SampledSound()
    let sound = (0..<5_000).map { Int16($0) }
    samples.append([])
    samples.append(Array(sound[..<1]))
    samples.append(Array(sound[1..<4_000]))
    samples.append(Array(sound[4_000...]))
    samples.finish()
    let chunks = await chunks(of: samples)
    #expect(chunks.map(\.count) == [1_600, 1_600, 1_600, 200])
    #expect(chunks.flatMap(\.self) == sound)
  }

  @Test func readsSamplesInLittleEndianOrder() async {
    let samples = SampledSound()
    samples.append([Int16](littleEndian: [1, 0, 0, 1, 0xFF, 0xFF, 0, 0x80]))
    samples.finish()
    #expect(await chunks(of: samples) == [[1, 256, -1, .min]])
  }

  @Test func dropsTheOldestChunksOfASlowReader() async {
    let samples = SampledSound()
    let extra = 3
    for number in 0..<(SampledSound.chunksBufferedMax + extra) {
      samples.append([Int16](repeating: Int16(number), count: SampledSound.chunkSamples))
    }
    samples.finish()
    let chunks = await chunks(of: samples)
    #expect(chunks.count == SampledSound.chunksBufferedMax)
    #expect(chunks.first?.first == Int16(extra))
  }

  @Test func sendsNothingAfterItsEnd() async {
    let samples = SampledSound()
    samples.finish()
    samples.append([Int16](repeating: 1, count: SampledSound.chunkSamples))
    samples.finish()
    #expect(await chunks(of: samples).isEmpty)
  }
}
