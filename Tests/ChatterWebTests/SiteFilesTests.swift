import Foundation
import TestSupport
import Testing

@testable import ChatterWeb

@Suite("The files of the web site (needs nothing)")
struct SiteFilesTests {
  private static let directory = "Sources/ChatterWeb/Site"

  /// The largest size of the page with its styles and modules, uncompressed, in bytes.
  private static let bytesMax = 118_000

  @Test func areThoseOfTheDirectory() throws {
    let names = Repository.files(under: Self.directory).map {
      String($0.dropFirst(Self.directory.count + 1))
    }
    #expect(SiteFiles.all.map(\.name).sorted() == names.sorted())
    for file in SiteFiles.all {
      let path = Repository.path(of: "\(Self.directory)/\(file.name)")
      #expect(
        try Data(contentsOf: URL(filePath: path)) == Data(file.contents),
        "\(file.name) was changed after the build")
    }
  }

  @Test func makeASmallPage() {
    let page = SiteFiles.all.filter { file in
      file.name == "index.html" || file.name.hasPrefix("styles/")
        || file.name.hasPrefix("scripts/")
    }
    #expect(page.reduce(0) { $0 + $1.contents.count } < Self.bytesMax)
  }
}
