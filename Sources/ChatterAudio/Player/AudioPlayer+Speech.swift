extension AudioPlayer {
  /// The transcript of the recording in progress or, if there is none, of the clip; each text
  /// contains everything so far.
  ///
  /// During a recording, it begins with the sound recorded from now on and ends with the recording.
  /// Fails if there is no clip or no transcriber, or if the clip cannot be decoded. Ending the
  /// iteration cancels the work.
  public var resultText: AsyncThrowingStream<String, any Error> {
    let (engine, clip, transcriber) = (engine, audio, transcriber)
    let recording = playerState == .recording ? recorder.samples : nil
    return AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { @concurrent in
        do {
          guard let transcriber else {
            throw AudioError.unsupported("no transcriber is set: set `transcriber`")
          }
          let texts: AsyncThrowingStream<String, any Error>
          if let recording {
            texts = transcriber.transcribe(recording)
          } else if let clip {
            texts = transcriber.transcribe(try await engine.samples(of: clip))
          } else {
            throw AudioError.unsupported("there is no clip to transcribe: record one first")
          }
          for try await text in texts { continuation.yield(text) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// A speech recognizer.
public protocol Transcriber: Sendable {
  /// Returns the transcript as it becomes available: each text contains everything so far. The
  /// stream ends after the last text.
  ///
  /// - Parameter samples: The sound, 16-bit mono at 16 kHz.
  func transcribe(_ samples: AsyncThrowingStream<[Int16], any Error>) -> AsyncThrowingStream<
    String, any Error
  >
}

extension Transcriber {
  /// Returns the transcript of sound that is still being recorded, as it becomes available.
  ///
  /// - Parameter samples: The sound, 16-bit mono at 16 kHz; `AudioRecorder.samples`.
  public func transcribe(_ samples: AsyncStream<[Int16]>) -> AsyncThrowingStream<
    String, any Error
  > {
    transcribe(
      AsyncThrowingStream {
        for await chunk in samples { return chunk }
        return nil
      })
  }
}
