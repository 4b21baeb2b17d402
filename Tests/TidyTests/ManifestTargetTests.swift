import Testing

struct ManifestTargetTests {
  private let manifest = """
    let package = Package(
      products: [
        .library(name: "HTTP", targets: ["HTTP"])
      ],
      targets: [
        // 0  C: libraries.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // 2  Protocols.
        // They own no socket.
        .target(
          name: "HTTP",
          dependencies: [
            "CZlib",
            "EventLoop",
          ], swiftSettings: settings),
        .executableTarget(
          name: "client-example", dependencies: ["HTTP"], path: "Examples/ClientExample"),
        // 5  Tests.
        .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: settings),
      ],
      swiftLanguageModes: [.v6]
    )
    """

  @Test func readsNamesDirectoriesLayersAndDependencies() {
    let targets = ManifestTarget.targets(in: manifest)
    #expect(targets.map(\.name) == ["CZlib", "HTTP", "client-example", "HTTPTests"])
    #expect(
      targets.map(\.directory)
        == ["Sources/CZlib", "Sources/HTTP", "Examples/ClientExample", "Tests/HTTPTests"])
    #expect(targets.map(\.layer) == [0, 2, 2, 5])
    #expect(targets.map(\.dependencies) == [[], ["CZlib", "EventLoop"], ["HTTP"], ["HTTP"]])
  }

  @Test func findsNoTargetsInOtherTexts() {
    #expect(ManifestTarget.targets(in: "let a = 1\n").isEmpty)
  }
}
