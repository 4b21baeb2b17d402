import Testing

@testable import ChatterDaemon

@Suite("Verbs")
struct VerbTests {
  @Test(arguments: Verb.allCases)
  func describesEachVerbInOneSentence(verb: Verb) {
    #expect(verb.meaning.hasSuffix("."))
    #expect(verb.meaning.count < 95)
  }

  @Test func givesAConfigurationFileOnlyToVerbsThatWork() {
    for verb in [Verb.serve, .cert, .migrate] {
      #expect(verb.options.first?.key == .config)
    }
    #expect(Verb.version.options.isEmpty)
    #expect(Verb.help.options.isEmpty)
  }

  @Test func givesMigrateTheDatabaseOptionsAndNoNetworkOptions() {
    let keys = Verb.migrate.options.map(\.key)
    #expect(keys.contains(.database))
    #expect(keys.contains(.dataDirectory))
    #expect(!keys.contains(.listen))
  }
}
