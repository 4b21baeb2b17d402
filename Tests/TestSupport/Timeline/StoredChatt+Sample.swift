import Chatter
public import ChatterStore
import Postgres

extension StoredChatt {
  /// A chatt of `ann`.
  public static func sample(message: String? = "hi", clip: Clip? = nil) -> StoredChatt {
    StoredChatt(
      id: ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")!, username: "ann", message: message,
      createdAt: Timestamp("2025-01-02T03:04:05.123Z")!, clip: clip,
      transaction: PostgresTransactionID(7))
  }
}

extension StoredChatt.Clip {
  /// The properties of a clip of some size.
  public static func sample(bytes: Int) -> StoredChatt.Clip {
    StoredChatt.Clip(
      facts: AudioFacts(
        duration: .milliseconds(5248), codec: .aacLC, sampleRate: 12000, channels: 1,
        byteCount: bytes),
      sha256: Array(repeating: 0x9F, count: 32))
  }
}
