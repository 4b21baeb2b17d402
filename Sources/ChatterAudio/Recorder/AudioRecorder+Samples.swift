extension AudioRecorder {
  /// Maximum number of chunks buffered per reader of ``samples``: 30 s. Beyond it, the oldest is
  /// dropped.
  public nonisolated static var sampleChunksBufferedMax: Int { SampledSound.chunksBufferedMax }

  /// The sound of the current recording from now on or, if there is none, of the next from its
  /// start: 16-bit mono at 16 kHz, in chunks of a tenth of a second.
  ///
  /// The stream ends with the recording, also if the recording fails: `events` has the error. A
  /// slow reader does not delay the recording. It loses the oldest sound beyond
  /// ``sampleChunksBufferedMax`` chunks.
  public var samples: AsyncStream<[Int16]> { sampleBroadcast.stream() }

  /// Sends the sound of a recording to the readers, and ends their streams after its last chunk.
  func sendSamples(of recording: any AudioRecording) {
    // The next recording has its own broadcast: its readers receive nothing of this one.
    let broadcast = sampleBroadcast
    Task {
      for await chunk in recording.samples { broadcast.send(chunk) }
      broadcast.finish()
    }
  }

  static func makeSampleBroadcast() -> Broadcast<[Int16]> {
    Broadcast(bufferedMax: sampleChunksBufferedMax)
  }
}
