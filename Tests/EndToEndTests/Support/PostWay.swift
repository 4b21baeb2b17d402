import Foundation
import TestSupport

/// The ways in which a chatt can be posted.
enum PostWay: CaseIterable {
  case lab, json, form

  private static let boundary = "the-boundary"

  /// Returns the post of a message, with the clip that it has in a `PostLedger`.
  func request(for message: String) -> WireRequest {
    let audio = PostLedger.audio(of: message)
    if self != .form {
      let member = audio.map { #","audio":"\#($0)""# } ?? ""
      return .post(
        self == .lab ? "/postaudio/" : "/v1/chatts",
        #"{"username":"load","message":"\#(message)"\#(member)}"#)
    }
    var body: [UInt8] = []
    func append(_ name: String, _ value: some Sequence<UInt8>) {
      let head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\(name)\r\n\r\n"
      body += Array(head.utf8) + value + Array("\r\n".utf8)
    }
    append("username", "load".utf8)
    append("message", message.utf8)
    if let clip = audio.flatMap({ Data(base64Encoded: $0) }) {
      append(#""audio"; filename="clip.m4a""#, clip)
    }
    body += Array("--\(Self.boundary)--\r\n".utf8)
    return .post("/v1/chatts", body)
      .with(fields: "Content-Type: multipart/form-data; boundary=\(Self.boundary)")
  }
}

extension TestClient {
  private struct Posted: Decodable {
    let id: String
    let deleteToken: String
  }

  /// Deletes a chatt by the response to its post, and records that.
  func delete(
    _ message: String, posted body: [UInt8], _ ledger: PostLedger, _ history: ListHistory? = nil
  ) async throws {
    guard let posted = try? JSONDecoder().decode(Posted.self, from: Data(body)) else {
      let text = String(decoding: body, as: UTF8.self)
      return ledger.addSurprise("201 without id and token: \(text)")
    }
    let request = WireRequest(method: "DELETE", target: "/v1/chatts/\(posted.id)")
      .with(fields: "Authorization: Bearer \(posted.deleteToken)")
    ledger.deletes(message)
    history?.deletes(posted.id)
    ledger.deletionReceived(message, try await response(to: request))
  }
}
