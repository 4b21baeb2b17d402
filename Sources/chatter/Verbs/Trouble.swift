import Chatter
import ChatterClient

/// Why a verb did not do what was asked: a sentence for a person, a number for a script.
struct Trouble: Error, Equatable {
  let sentence: String
  let exitCode: ExitCode

  init(_ sentence: String, _ exitCode: ExitCode) {
    (self.sentence, self.exitCode) = (sentence, exitCode)
  }

  init(_ error: ClientError) {
    switch error {
    case .network(let reason): self.init(Self.sentence(reason), .unavailable)
    case .tls(let reason): self.init(Self.sentence(reason), .noPermission)
    case .status(let status, let sentence):
      self.init("the server refuses (\(status)): \(Printable.line(sentence))", Self.code(status))
    case .malformedAnswer(let sentence):
      self.init("the answer is none: \(Printable.line(sentence))", .protocol)
    case .cancelled: self.init("interrupted", .temporary)
    }
  }

  /// Of a file that is to be read.
  init(_ path: String, _ error: FileError) {
    self.init("\(Printable.line(path)): \(error)", .noInput)
  }

  init(_ path: String, _ error: AudioClipError) {
    self.init("\(Printable.line(path)): \(error)", .data)
  }

  private static func code(_ status: Int) -> ExitCode {
    switch status {
    case 408, 429, 503, 504: .temporary
    case 400...499: .data
    default: .unavailable
    }
  }

  private static func sentence(_ error: ClientError.NetworkError) -> String {
    switch error {
    case .unknownHost(let host): "no server is called \(Printable.line(host))"
    case .refused: "the server does not answer: is it running?"
    case .timedOut: "the server has not answered in time"
    case .cutOff: "the connection broke"
    case .other(let words): Printable.line(words)
    }
  }

  private static func sentence(_ reason: ClientError.TLSReason) -> String {
    switch reason {
    case .untrusted:
      "the server's certificate is not trusted: give its file by --trust FILE"
    case .expired: "the server's certificate has expired"
    case .notYetValid: "the server's certificate is not valid yet: is the clock right?"
    case .wrongHost: "the server's certificate is for another name"
    case .otherKey: "the server's key is not the one that was pinned"
    case .other(let words): "no safe connection: \(Printable.line(words))"
    }
  }
}
