import CPocketSphinx
import Glibc

/// A recogniser of PocketSphinx (`ps_decoder_t`) and the text recognised so far.
///
/// Only one task at a time may use it.
@safe final class SphinxDecoder {
  private let decoder: OpaquePointer
  /// The sentences that ended before the last pause.
  private var utterances: [String] = []
  private var isSpoken = false
  /// Whether an utterance is in progress; there is none between sentences.
  private var isInUtterance = false

  /// Loads a model, which takes a large part of a second.
  init(model: String) throws(SpeechError) {
    let files = ["en-us", "en-us.lm.bin", "cmudict-en-us.dict"].map { "\(model)/\($0)" }
    guard files.allSatisfy({ unsafe access($0, R_OK) == 0 }),
      let configuration = unsafe cps_configuration(files[0], files[1], files[2])
    else { throw .noModel(model) }
    defer { unsafe cmd_ln_free_r(configuration) }
    guard let decoder = unsafe ps_init(configuration) else { throw .noModel(model) }
    unsafe self.decoder = decoder
    try begin()
  }

  deinit { unsafe ps_free(decoder) }

  var text: String {
    (utterances + [current].filter { !$0.isEmpty }).joined(separator: " ")
  }

  /// Adapts to the loudness of the voice and the acoustics of the room (the cepstral mean) before
  /// recognition.
  ///
  /// Without this the first sentence is misrecognised, and most clips have only one.
  func adapt(to samples: [Int16]) throws(SpeechError) {
    try process(samples[...])
    guard unsafe ps_end_utt(decoder) == 0 else { throw .failed }
    try begin()
  }

  /// Recognises samples; a pause between them ends a sentence.
  func recognize(_ samples: ArraySlice<Int16>) throws(SpeechError) {
    try process(samples)
    let wasSpoken = isSpoken
    isSpoken = unsafe ps_get_in_speech(decoder) != 0
    if wasSpoken, !isSpoken {
      try finish()
      try begin()
    }
  }

  /// Ends the last sentence and adds it to the text.
  func finish() throws(SpeechError) {
    guard unsafe ps_end_utt(decoder) == 0 else { throw .failed }
    let utterance = current
    if !utterance.isEmpty { utterances.append(utterance) }
    isInUtterance = false
  }

  private func process(_ samples: ArraySlice<Int16>) throws(SpeechError) {
    let count = unsafe samples.withUnsafeBufferPointer { samples in
      unsafe ps_process_raw(decoder, samples.baseAddress, samples.count, 0, 0)
    }
    guard count >= 0 else { throw .failed }
  }

  private func begin() throws(SpeechError) {
    guard unsafe ps_start_utt(decoder) == 0 else { throw .failed }
    isInUtterance = true
  }

  private var current: String {
    guard isInUtterance, let hypothesis = unsafe ps_get_hyp(decoder, nil) else { return "" }
    return unsafe String(cString: hypothesis)
  }
}
