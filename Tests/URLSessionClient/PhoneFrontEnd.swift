import Foundation
import FoundationNetworking

/// The calls of a front end on iOS, as the labs write them: JSONSerialization both ways, and a
/// response that is used only if its status is exactly 200.
struct PhoneFrontEnd {
  /// The prefix of the URLs, without a trailing slash.
  let server: String

  /// A response: its status and its body.
  struct Response {
    let status: Int
    let body: Data
  }

  func postChatt(username: String, message: String) async throws -> Response {
    try await post(["username": username, "message": message], to: "postchatt")
  }

  func postAudio(username: String, message: String, clip: Data?) async throws -> Response {
    let audio: Any = clip.map { $0.base64EncodedString() } ?? NSNull()
    return try await post(
      ["username": username, "message": message, "audio": audio], to: "postaudio")
  }

  /// Returns the rows of a list; no rows unless it is an array of arrays of strings and nulls.
  func rows(of call: String) async throws -> (status: Int, rows: [[String?]]) {
    var request = try request(for: call)
    request.httpMethod = "GET"
    let response = try await response(to: request)
    guard let received = try JSONSerialization.jsonObject(with: response.body) as? [[Any]] else {
      return (response.status, [])
    }
    // On Linux a null is an NSNull, which is not converted to nil.
    return (response.status, received.map { row in row.map { $0 as? String } })
  }

  private func post(_ object: [String: Any], to call: String) async throws -> Response {
    var request = try request(for: call)
    request.setValue("application/json; charset=utf-8", forHTTPHeaderField: "Content-Type")
    request.httpMethod = "POST"
    request.httpBody = try JSONSerialization.data(withJSONObject: object)
    return try await response(to: request)
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

  private func response(to request: URLRequest) async throws -> Response {
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let response = response as? HTTPURLResponse else {
      throw URLError(.badServerResponse)
    }
    return Response(status: response.statusCode, body: data)
  }
}
