/// A branch of a pipeline whose sound a program receives: 16-bit mono at 16 kHz.
///
/// Its queue drops sound beyond a second, and its sink does not wait, so neither delays the rest of
/// the pipeline. At the end, the rest of the queue is converted, which takes milliseconds.
enum SampleBranch {
  private static let name = "samples"

  /// The branch, from a `tee` with the name `split`.
  static let description = """
    split. ! queue leaky=downstream max-size-time=1000000000 max-size-bytes=0 max-size-buffers=0 \
    ! audioconvert ! audioresample \
    ! audio/x-raw,format=S16LE,layout=interleaved,channels=1,rate=\(SampledSound.sampleRate) \
    ! appsink name=\(name) sync=false async=false wait-on-eos=false
    """

  static func deliver(_ pipeline: PipelineHandle, to sound: SampledSound) {
    pipeline.child(name)?.deliverSamples { bytes in
      sound.append([Int16](littleEndian: bytes))
      return true
    }
  }
}
