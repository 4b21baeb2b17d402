import Foundation
import HTTP
import TestSupport
import Testing

@testable import ChatterWeb

struct SiteFilesTests {
  private static let directory = "Sources/ChatterWeb/Site"

  /// The largest size of the page with its styles and modules as they are sent, in bytes.
  private static let bytesMax = 70_000

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
    // Without what only /trust and the service worker load.
    let others = ["scripts/trust.js", "styles/trust.css", "scripts/storage/site-cache.js"]
    let page = SiteFiles.all.filter { file in
      !others.contains(file.name)
        && ["index.html", "start.js", "scripts/", "styles/"].contains { file.name.hasPrefix($0) }
    }
    let sizes = page.map { Brotli.compress($0.contents)?.count ?? .max }
    #expect(sizes.reduce(0, +) < Self.bytesMax)
  }
}
