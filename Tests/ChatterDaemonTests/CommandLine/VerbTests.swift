import Testing

@testable import ChatterDaemon

@Suite("Verbs")
struct VerbTests {
  @Test("each verb has one sentence about it", arguments: Verb.allCases)
  func meaning(verb: Verb) {
    #expect(verb.meaning.hasSuffix("."))
    #expect(verb.meaning.count < 95)
  }

  @Test("the verbs that work take a configuration file, the others take no option")
  func options() {
    for verb in [Verb.serve, .cert, .migrate] {
      #expect(verb.options.first?.key == .config)
    }
    #expect(Verb.version.options.isEmpty)
    #expect(Verb.help.options.isEmpty)
  }

  @Test("migrate takes what the database needs and nothing of the network")
  func migrate() {
    let keys = Verb.migrate.options.map(\.key)
    #expect(keys.contains(.database))
    #expect(keys.contains(.dataDirectory))
    #expect(!keys.contains(.listen))
  }
}
