import Foundation
import FoundationNetworking

/// The calls of a front end on iOS, as its labs write them: JSONSerialization both ways, and an
/// answer that is used only when its status is exactly 200.
struct FrontEnd {
  /// The beginning of the URLs, without a last slash.
  let server: String

  /// What an answer was: its status, and its content when that was 200.
  struct Answer {
    let status: Int
    let content: Data
  }

  func postChatt(username: String, message: String) async throws -> Answer {
    try await post(["username": username, "message": message], to: "postchatt")
  }

  func postAudio(username: String, message: String, clip: Data?) async throws -> Answer {
    let audio: Any = clip.map { $0.base64EncodedString() } ?? NSNull()
    return try await post(
      ["username": username, "message": message, "audio": audio], to: "postaudio")
  }

  /// The rows of a list, when it is an array of arrays of strings and nulls; else none.
  func rows(of call: String) async throws -> (status: Int, rows: [[String?]]) {
    var request = try request(for: call)
    request.httpMethod = "GET"
    let answer = try await answer(to: request)
    guard let received = try JSONSerialization.jsonObject(with: answer.content) as? [[Any]] else {
      return (answer.status, [])
    }
    // On Linux a null is an NSNull, which does not turn into a nil by itself.
    return (answer.status, received.map { row in row.map { $0 as? String } })
  }

  private func post(_ object: [String: Any], to call: String) async throws -> Answer {
    var request = try request(for: call)
    request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
    request.httpMethod = "POST"
    request.httpBody = try JSONSerialization.data(withJSONObject: object)
    return try await answer(to: request)
  }

  private func request(for call: String) throws -> URLRequest {
    guard let url = URL(string: "\(server)/\(call)/") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    request.setValue("gzip, deflate, br", forHTTPHeaderField: "Accept-Encoding")
    request.setValue("en-GB,en;q=0.9", forHTTPHeaderField: "Accept-Language")
    request.setValue("swiftUIChatter/1 CFNetwork/1568 Darwin/24", forHTTPHeaderField: "User-Agent")
    return request
  }

  private func answer(to request: URLRequest) async throws -> Answer {
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse)
    }
    return Answer(status: response.statusCode, content: data)
  }
}
