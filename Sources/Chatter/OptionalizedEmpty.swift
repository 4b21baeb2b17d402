/// Text that is absent if it is empty or `null`, as front ends of the labs declare `audio`.
@propertyWrapper
public struct OptionalizedEmpty: Sendable {
  private var text: String?

  /// Stores a text, or nothing if the text is empty or `null`.
  public init(wrappedValue: String?) {
    self.wrappedValue = wrappedValue
  }

  /// The text, or nil if absent.
  public var wrappedValue: String? {
    get { text }
    set { text = newValue == "" || newValue == "null" ? nil : newValue }
  }
}
