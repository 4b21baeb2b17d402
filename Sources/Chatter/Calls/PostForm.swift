/// A form with the fields `username` (or `name`), `message` and `audio`, while it arrives.
///
/// A file under another name is the clip if it is the only one. A clip without bytes counts as
/// missing, since browsers send all fields of a form.
public struct PostForm: Sendable {
  private let messageBytesMax: Int
  private var fields: [PostField: [UInt8]] = [:]
  private var current: PostField?
  /// A file under another name, and whether the part that was begun is it, or one more.
  private var otherFile: [UInt8] = []
  private var part = OtherPart.ignored

  private enum OtherPart { case ignored, file, oneMoreFile }

  /// - Parameter messageBytesMax: Maximum length of a message, in bytes.
  public init(messageBytesMax: Int = PostLimit.messageBytesMax) {
    self.messageBytesMax = messageBytesMax
  }

  /// Begins a field. The content of an unknown one is ignored.
  ///
  /// - Parameters:
  ///   - name: The name of the field.
  ///   - isFile: Whether it has the name of a file.
  ///   - isUTF8: Whether its text is said to be in UTF-8, or nothing is said.
  ///   - isCoded: Whether its bytes are said to be in another form.
  public mutating func begin(
    _ name: String, isFile: Bool, isUTF8: Bool, isCoded: Bool
  ) throws(PostError) {
    current = PostField(rawValue: name)
    guard let current else {
      part = !isFile ? .ignored : otherFile.isEmpty ? .file : .oneMoreFile
      if isFile, isCoded { throw .coded(.audio) }
      return
    }
    guard fields.updateValue([], forKey: current) == nil else { throw .repeated(current) }
    if isCoded { throw .coded(current) }
    if !isUTF8, current != .audio { throw .notUTF8(current) }
  }

  /// Reserves memory for the clip.
  public mutating func reserve(_ byteCount: Int) {
    switch current {
    case .audio: fields[.audio]?.reserveCapacity(byteCount)
    case nil where part == .file: otherFile.reserveCapacity(byteCount)
    default: break
    }
  }

  /// Appends to the field that was begun. A text that is too long is rejected before its end.
  public mutating func append(_ bytes: ArraySlice<UInt8>) throws(PostError) {
    guard let current else { return try appendToOther(bytes) }
    fields[current, default: []].append(contentsOf: bytes)
    let count = fields[current]?.count ?? 0
    switch current {
    case .audio: if count > 0, !otherFile.isEmpty { throw .severalFiles }
    case .message: if count > messageBytesMax { throw .messageTooLong(bytesMax: messageBytesMax) }
    case .username, .name:
      let charactersMax = PostLimit.usernameCharactersMax
      // A character has at most four bytes.
      if count > 4 * charactersMax { throw .usernameTooLong(charactersMax: charactersMax) }
    }
  }

  private mutating func appendToOther(_ bytes: ArraySlice<UInt8>) throws(PostError) {
    guard part != .ignored, !bytes.isEmpty else { return }
    guard part == .file, fields[.audio]?.isEmpty ?? true else { throw .severalFiles }
    otherFile += bytes
  }

  /// Returns the username.
  public func username() throws(PostError) -> String {
    for field in [PostField.username, .name] {
      if let text = try text(of: field) { return try PostFields.username(text, from: field) }
    }
    throw .missing(.username)
  }

  /// Returns the message; nil if there is none, but a clip.
  ///
  /// Browsers send each line break of a form as CR LF (HTML, 4.10.21.8); it is stored as it was
  /// written, with LF.
  public func message() throws(PostError) -> String? {
    if let text = try text(of: .message) {
      let (carriageReturn, lineFeed) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
      let lines = text.indices.filter { index in
        text[index] != carriageReturn || text.dropFirst(index + 1).first != lineFeed
      }
      return try PostFields.message(lines.map { text[$0] }[...], bytesMax: messageBytesMax)
    }
    guard fields[.audio]?.isEmpty == false || !otherFile.isEmpty else {
      throw .neitherMessageNorAudio
    }
    return nil
  }

  /// Removes and returns the file of the clip; nil if there is none.
  public mutating func takeAudio() throws(PostError) -> [UInt8]? {
    var file = fields.removeValue(forKey: .audio) ?? []
    if file.isEmpty { swap(&file, &otherFile) }
    if let mistake = PostMistake(audioOfForm: file) { throw .mistake(mistake) }
    return file.isEmpty ? nil : file
  }

  /// Returns the text of a field; rejects NUL, which PostgreSQL's text cannot hold.
  private func text(of field: PostField) throws(PostError) -> ArraySlice<UInt8>? {
    guard let bytes = fields[field] else { return nil }
    guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8(field) }
    guard !bytes.contains(0) else { throw .nul(field) }
    return bytes[...]
  }
}
