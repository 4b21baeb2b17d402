/// The growing transcript, in a row of the recorder while it records.
struct TranscriptPane {
  private static let margin = 1

  private let text: String
  private let glyphs: Glyphs

  /// Nil while no recording is transcribed.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    guard model.player.isRecording, let text = model.transcript else { return nil }
    (self.text, self.glyphs) = (text, glyphs)
  }

  /// Draws the end of the text, which is the newest.
  func draw(on screen: inout Screen, row: Int) {
    screen.fill(row: row, style: .plain)
    guard !text.isEmpty else {
      screen.put(
        "Listening\(glyphs.ellipsis)", row: row, column: Self.margin, style: Style(color: .gray))
      return
    }
    screen.put(
      TextWrap.cutStart(text, columns: screen.width - 2 * Self.margin, glyphs.ellipsis), row: row,
      column: Self.margin)
  }
}
