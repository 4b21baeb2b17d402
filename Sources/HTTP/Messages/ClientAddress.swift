/// The address of a client, as text and as the key that limits count.
public struct ClientAddress: Sendable, Hashable {
  /// The full address as text, for the log.
  public let text: String
  /// The key under which limits count the client.
  public let key: AddressKey

  public init(_ text: String, key: AddressKey) {
    self.text = text
    self.key = key
  }
}
