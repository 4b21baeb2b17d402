/// The availability of speech recognition in this build.
public enum SpeechRecognition {
  /// Whether PocketSphinx was installed when this was built.
  public static var isAvailable: Bool {
    #if POCKETSPHINX
      true
    #else
      false
    #endif
  }
}
