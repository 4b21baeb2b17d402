/// The text of one row of a list, except for the clip.
public enum ChattRowText {
  /// Appends `["ada","hello","01jc…","2025-01-02T03:04:05.123Z"`, without the closing bracket.
  public static func appendPrefix(
    username: String, message: String?, id: ChattID, createdAt: Timestamp, ids: ListProfile.IDs,
    to output: inout [UInt8]
  ) {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    output.append(UInt8(ascii: "["))
    JSONWriter.append(username, to: &output)
    output.append(comma)
    JSONWriter.append(message, to: &output)
    output.append(comma)
    output.append(quote)
    if ids == .with {
      id.append(to: &output)
      output.append(quote)
      output.append(comma)
      output.append(quote)
    }
    createdAt.append(to: &output)
    output.append(quote)
  }
}

extension ListProfile {
  /// The text before the first row.
  public var opening: StaticString { shape == .wrapped ? #"{"chatts":["# : "[" }

  /// The text after the last row.
  public var closing: StaticString { shape == .wrapped ? "]}" : "]" }
}
