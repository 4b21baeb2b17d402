import TestSupport
import Testing

@testable import ChatterTerminal

struct LineEditorMeasurements {
  @Test func insertsLongTextInLinearTime() async throws {
    let growth = try await Measured.growth(from: LineEditor.bytesMax / 2) { count in
      var editor = LineEditor()
      for number in 0..<count { _ = editor.press(.text(number % 9 == 0 ? " " : "x")) }
      for _ in 0..<count { for key in [Key.backspace, .text("x")] { _ = editor.press(key) } }
    }
    #expect(growth < 3)
  }
}
