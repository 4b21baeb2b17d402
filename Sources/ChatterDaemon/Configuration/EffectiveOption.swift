import Chatter
import CommandLine

/// The value of an option and where it comes from, for operators.
struct EffectiveOption: Sendable, Equatable {
  let name: String
  /// The value as text, or a description of the default; never a secret.
  let value: String
  let origin: String

  init(_ option: Option, _ values: OptionValues) {
    name = option.name
    let given = values.all(option)
    origin = given.first.map { "\($0.origin)" } ?? "default"
    let text = given.map(\.text).joined(separator: ", ")
    if given.isEmpty {
      value = option.byDefault?.text ?? "none"
    } else {
      value = option.syntax.isSecret && !option.hasPublicValue(text) ? "(hidden)" : text
    }
  }

  /// Returns the options as a JSON array of objects.
  static func json(_ options: [EffectiveOption]) -> [UInt8] {
    var json: [UInt8] = []
    JSONWriter.append(raw: "[", to: &json)
    for (number, option) in options.enumerated() {
      JSONWriter.append(raw: number > 0 ? ",{\"name\":" : "{\"name\":", to: &json)
      JSONWriter.append(option.name, to: &json)
      JSONWriter.append(raw: ",\"value\":", to: &json)
      JSONWriter.append(option.value, to: &json)
      JSONWriter.append(raw: ",\"origin\":", to: &json)
      JSONWriter.append(option.origin, to: &json)
      JSONWriter.append(raw: "}", to: &json)
    }
    JSONWriter.append(raw: "]", to: &json)
    return json
  }
}

extension Option {
  /// Whether a value is one of the words of the syntax, such as `private`, and so no secret.
  fileprivate func hasPublicValue(_ text: String) -> Bool {
    text == DatabaseChoice.privateValue
  }
}
