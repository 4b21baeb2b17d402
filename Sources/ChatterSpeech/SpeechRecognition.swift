/// Whether this build can find out what is said in a clip.
public enum SpeechRecognition {
  /// False where PocketSphinx was not installed when this was built.
  public static var isAvailable: Bool {
    #if POCKETSPHINX
      true
    #else
      false
    #endif
  }
}
