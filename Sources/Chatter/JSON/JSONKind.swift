/// The kinds of JSON values; the raw value is the name in messages.
public enum JSONKind: String, Sendable {
  case object = "an object"
  case array = "an array"
  case text = "a string"
  case number = "a number"
  case boolean = "true or false"
  case null = "null"
}
