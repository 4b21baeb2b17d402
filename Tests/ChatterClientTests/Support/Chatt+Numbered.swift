import Chatter

@testable import ChatterClient

extension ChattID {
  /// An id that ends in a number below 10000.
  init(number: Int) {
    let digits = "\(10_000 + number)".dropFirst()
    guard let id = ChattID("00000000-0000-7000-8000-00000000\(digits)") else {
      fatalError("\(number)")
    }
    self = id
  }
}

extension Chatt {
  /// A chatt whose message is a number, with a time in the order of the numbers.
  static func numbered(_ number: Int, clip: ClipLink? = nil) -> Chatt {
    Chatt(
      username: "ann", message: "\(number)", id: ChattID(number: number),
      timestamp: Timestamp(clamping: Int64(number) * 1_000_000).description, clipLink: clip)
  }

  /// The object of `/v1`.
  var json: String {
    let audio =
      clipLink.map { link in
        let digest = link.sha256.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return #"{"url":"\#(link.url)","duration":1.5,"bytes":\#(link.byteCount),"#
          + #""codec":"aac-lc","sampleRate":12000,"channels":1,"sha256":"\#(digest)"}"#
      } ?? "null"
    return #"{"id":"\#(id?.description ?? "")","username":"\#(username ?? "")","#
      + #""message":"\#(message ?? "")","createdAt":"\#(timestamp ?? "")","audio":\#(audio)}"#
  }
}

extension V1Body.Page {
  /// The body of a page with chatts by their numbers.
  static func body(_ numbers: [Int], next: String? = nil) -> String {
    let chatts = numbers.map { Chatt.numbered($0).json }.joined(separator: ",")
    return #"{"chatts":[\#(chatts)],"next":\#(next.map { "\"\($0)\"" } ?? "null"),"previous":null}"#
  }

  /// A page with chatts by their numbers.
  static func numbered(_ numbers: [Int], next: String? = nil) -> Self {
    guard let page = V1Body.page(Array(body(numbers, next: next).utf8)[...]) else {
      fatalError("\(numbers)")
    }
    return page
  }
}
