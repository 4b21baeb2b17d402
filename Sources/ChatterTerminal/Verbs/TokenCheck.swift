import ChatterClient

/// The connections to a server before a token for it is saved.
@MainActor
struct TokenCheck {
  let place: ServerPlace
  let probe: any ServerProbe

  /// Throws if the server needs no token: its users should not have to type one.
  func requireNeed() async throws(ExitError) {
    guard let access = try await access(with: nil), access.needsToken else {
      throw ExitError("\(place.authority) needs no token: nothing is saved", .usage)
    }
  }

  /// Adds a token to the settings, and the username of its holder, if the server accepts it.
  func signIn(_ token: AccessToken, _ settings: inout Settings) async throws(ExitError) {
    guard let name = try await access(with: token)?.username, Settings.name(name) != nil else {
      throw ExitError("\(place.authority) did not say whose token this is", .protocol)
    }
    settings.server?.token = AccessToken(token.text, username: name)
    settings.username = name
  }

  private func access(with token: AccessToken?) async throws(ExitError) -> ServerAccess? {
    var place = place
    place.token = token
    let server = try place.server()
    do throws(ClientError) {
      return try await probe.access(to: server)
    } catch .token(_, let reason) {
      throw ExitError(
        "\(place.authority) does not accept this token (\(reason)): ask its operator for another"
          + "; nothing is saved", .noPermission)
    } catch {
      throw ExitError(error, at: place.authority)
    }
  }
}

extension AccessToken {
  /// Reads a token, or an invitation link to a server, as a person or a script gives it; blanks and
  /// line ends around it do not matter.
  init(input: [UInt8], for place: ServerPlace) throws(ExitError) {
    let words = String(decoding: input, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    var text = words.first ?? ""
    // No token has a number sign (RFC 6750 section 2.1).
    if let mark = text.firstIndex(of: "#") {
      let url = try? ServerPlace.url(String(text[..<mark]))
      // Another server must not get the token.
      guard url == place.url else {
        throw ExitError(
          "this link is not for \(place.authority): run chatter server with the URL of the link;"
            + " nothing is saved", .data)
      }
      let parameters = text[text.index(after: mark)...].split(separator: "&")
      let name = CommandParser.tokenInLink
      text = parameters.first { $0.hasPrefix(name) }?.dropFirst(name.count) ?? ""
    }
    guard words.count == 1, let token = AccessToken(String(text)) else {
      throw ExitError(
        "this is not a token: give it, or the link, as chatterd token add printed it; nothing is saved",
        .data)
    }
    self = token
  }
}
