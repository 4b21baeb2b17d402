import System
import Testing

@testable import ChatterTerminal

struct TranscriberErrorTests {
  @Test func describesEachErrorOnOneLine() {
    let errors = [
      TranscriberError.missing, .notStarted(path: "/a", .noMemory), .ended("no model"),
      .ended(nil), .late, .slow,
    ]
    for error in errors {
      #expect(!"\(error)".contains("\n"))
      #expect("\(error)".first?.isUppercase == false)
    }
    #expect("\(TranscriberError.missing)".contains("make transcriber"))
  }
}
