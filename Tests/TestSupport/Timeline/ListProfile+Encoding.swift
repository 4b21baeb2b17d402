public import Chatter

extension ListProfile {
  /// Returns the body of a list of chatts given newest first; `audio` adds the column of getaudio.
  public func encode(_ chatts: [Chatt], audio: Bool) -> [UInt8] {
    let rows = (order == .newest ? chatts : chatts.reversed()).compactMap { chatt -> String? in
      var row: [UInt8] = []
      guard let username = chatt.username, let id = chatt.id, let createdAt = chatt.date else {
        return nil
      }
      ChattRowText.appendPrefix(
        username: username, message: chatt.message, id: id, createdAt: createdAt, ids: ids, to: &row
      )
      if audio {
        row.append(UInt8(ascii: ","))
        JSONWriter.append(chatt.audio, to: &row)
      }
      return String(decoding: row, as: UTF8.self) + "]"
    }
    return Array("\(opening)\(rows.joined(separator: ","))\(closing)".utf8)
  }
}
