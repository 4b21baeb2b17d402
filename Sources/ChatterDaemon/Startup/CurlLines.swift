import ChatterWeb
import Crypto
import TLS

/// Three curl commands for a shell on the server's machine, one for each request to try.
struct CurlLines {
  let get: String
  let post: String
  let postAudio: String

  init(_ facts: StartupFacts) {
    let address =
      facts.addresses.first { $0.isEverywhere || $0.isLoopback } ?? facts.addresses.first
    let port = address?.port ?? ListenAddress.portByDefault
    let here = address.map { Self.reachable($0) } ?? "127.0.0.1"
    let host = Self.host(here, facts.certificateHosts)

    let bracketed = ListenAddress.bracketed(host)
    let url = port == 443 ? "https://\(bracketed)" : "https://\(bracketed):\(port)"
    let files = facts.anchor?.kind == .authority ? facts.files.authority : facts.files
    var curl = "curl --cacert " + ShellWord.quoted(files.certificate)
    if host != here, host != "localhost" {
      curl +=
        " --resolve "
        + ShellWord.quoted("\(bracketed):\(port):\(ListenAddress.bracketed(here))")
    }
    let header = #" -H "Authorization: Bearer $TOKEN""#
    let read = curl + (facts.readingNeedsToken ? header : "")
    if facts.postingNeedsToken { curl += header }
    get = "\(read) \(ShellWord.quoted(url + "/getchatts/"))"
    post =
      #"\#(curl) -d '{"username":"me","message":"hello"}' "#
      + ShellWord.quoted(url + "/postchatt/")
    // Only GNU's `base64` has `-w0`; deleting the line feeds works everywhere.
    postAudio =
      #"printf '{"username":"me","message":"listen","audio":"%s"}' "#
      + #""$(base64 < \#(ShellWord.quoted(facts.clipPath)) | tr -d '\n')" | "#
      + #"\#(curl) -d @- "# + ShellWord.quoted(url + "/postaudio/")
  }

  /// Returns the host to use: the machine's own if the certificate contains it, otherwise the first
  /// host of the certificate, which `--resolve` then maps to this machine.
  private static func host(_ here: String, _ certificateHosts: [String]) -> String {
    let isLocal = ListenAddress.isLoopback(here)
    let wanted = isLocal ? ["localhost", here] : [here]
    if let match = wanted.first(where: certificateHosts.contains) { return match }
    guard let first = certificateHosts.first else { return wanted[0] }
    return first.hasPrefix("*.") ? "chatterd" + first.dropFirst() : first
  }

  /// Returns the host that reaches a listener from its own machine.
  private static func reachable(_ address: ListenAddress) -> String {
    if address.isEverywhere || address.host == "localhost" { return "127.0.0.1" }
    return address.host
  }
}

enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:@%+,".utf8)

  /// Returns the word unchanged if the shell reads it literally, otherwise in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(plain.contains)
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
