import ChatterClient
import Testing

@testable import ChatterTerminal

struct ExitErrorTests {
  @Test func namesWhatMakesAServerTrusted() {
    let failure = ExitError(.tls(.untrusted), at: "localhost:8443")
    #expect(failure.exitCode == .noPermission)
    #expect(failure.message.hasPrefix("localhost:8443: the server's certificate is not trusted"))
    #expect(
      failure.message.hasSuffix("(run chatter server localhost:8443, or give --trust FILE)"))
    let expired = ExitError(.tls(.expired), at: "localhost:8443")
    #expect(!expired.message.contains("--trust"))
  }

  @Test func saysHowToSignIn() {
    let failure = ExitError(.token(.missing, "this server needs a token"), at: "h")
    #expect(failure.message.hasSuffix("this server needs a token (run chatter sign-in)"))
    #expect(failure.exitCode == .noPermission)
    let ofPost = ExitError(ofPost: .token(.expired, "x"), at: "h", nil)
    #expect(ofPost == ExitError(.token(.expired, "x"), at: "h"))
    // Another token would not help who posts under another name.
    let other = ExitError(ofPost: .token(.otherUser, "x"), at: "h", nil)
    #expect(other == ExitError("the server returned 403: x", .noPermission))
  }

  /// The server itself has responded, so it need not be named.
  @Test func namesNoServerForItsOwnErrors() {
    #expect(ExitError(.status(500, "x"), at: "h").message == "the server returned 500: x")
    let refusal = ExitError(ofPost: .status(422, "no text"), at: "h", nil)
    #expect(refusal.message == "the server returned 422: no text" && refusal.exitCode == .data)
  }

  @Test func keepsTheKeyAfterTheServerOfAnUnknownOutcome() {
    let failure = ExitError(ofPost: .network(.timedOut), at: "h:1", "k")
    #expect(failure.message.hasPrefix("h:1: the request timed out: the post may have been stored"))
    #expect(failure.message.contains("--key k") && failure.exitCode == .unknownOutcome)
  }
}
