/// The text of one row of a list, except for the clip.
public enum ChattRowText {
  /// Appends `["ada","hello","01jc…","2025-01-02T03:04:05.123Z"`, without the closing bracket.
  /// Returns false, and appends nothing, without a username, a timestamp and (if shown) an id.
  public static func appendPrefix(
    of chatt: Chatt, ids: ListProfile.IDs, to output: inout [UInt8]
  ) -> Bool {
    guard let username = chatt.username, let timestamp = chatt.timestamp,
      chatt.id != nil || ids == .without
    else { return false }
    JSONWriter.append(raw: "[", username, to: &output)
    JSONWriter.append(raw: ",", chatt.message, to: &output)
    if ids == .with, let id = chatt.id {
      JSONWriter.append(raw: #",""#, to: &output)
      id.append(to: &output)
      JSONWriter.append(raw: #"""#, to: &output)
    }
    JSONWriter.append(raw: ",", timestamp, to: &output)
    return true
  }
}

extension ListProfile {
  /// The text before the first row.
  public var opening: StaticString { shape == .wrapped ? #"{"chatts":["# : "[" }

  /// The text after the last row.
  public var closing: StaticString { shape == .wrapped ? "]}" : "]" }
}
