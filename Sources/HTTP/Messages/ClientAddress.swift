/// The address of a client, as it is written and as limits count it.
public struct ClientAddress: Sendable, Hashable {
  /// The whole address as text, for the log.
  public let text: String
  /// What limits count it as.
  public let key: AddressKey

  public init(_ text: String, key: AddressKey) {
    self.text = text
    self.key = key
  }
}
