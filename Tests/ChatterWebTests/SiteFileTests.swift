import Testing

@testable import ChatterWeb

struct SiteFileTests {
  private func sent(_ script: String) -> String {
    String(decoding: SiteFile.withoutComments(Array(script.utf8)), as: UTF8.self)
  }

  @Test func isSentWithoutItsComments() {
    let script = """
      /** One line. */
      export class A {
        /**
         * Several lines.
         */
        b = 1;

        // Why.
        c = "https://example.org/*";
        /* Old style. */
        d = 2; // beside code
      }
      """
    #expect(
      sent(script)
        == """
        export class A {
        b = 1;
        c = "https://example.org/*";
        d = 2; // beside code
        }

        """)
  }

  @Test(arguments: [("", ""), ("a", "a\n"), ("\n\n  a\n", "a\n"), ("/*\na\n*/\nb", "b\n")])
  func keepsItsCode(script: String, sent expected: String) {
    #expect(sent(script) == expected)
  }
}
