import Foundation
import TestSupport
import Testing

struct LibrariesPageTests {
  private let page: LibrariesPage

  init() throws { page = LibrariesPage(try Repository.text(of: "docs/use/libraries.md")) }

  @Test func containsTheProgramsOfExamples() throws {
    let examples = try Repository.files(under: "Examples", ending: ".swift")
      .map { try Repository.text(of: $0) }
    #expect(examples.count == 3 && page.programs.count == 3)
    #expect(Set(page.programs) == Set(examples))
  }
}
