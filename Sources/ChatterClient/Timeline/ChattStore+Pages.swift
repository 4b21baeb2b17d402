public import Chatter

extension ChattStore {
  /// Maximum number of pages that are loaded to find the chatts that were shown before.
  private nonisolated static let newestPagesMax = 20

  /// Gets the newest page, with older ones until they contain a chatt that is shown: so what is new
  /// has no gap.
  nonisolated static func newest(
    by calls: RemoteCalls, reaching shown: Set<ChattID>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> V1Body.Page? {
    guard var page = try await calls.page(progress: progress) else { return nil }
    for _ in 1..<newestPagesMax {
      guard !shown.isEmpty, let next = page.next,
        !page.chatts.contains(where: { $0.id.map(shown.contains) ?? false }),
        let older = try await calls.page(before: next)
      else { break }
      page.chatts += older.chatts
      page.next = older.next
    }
    return page
  }

  /// Gets the page that continues the last of `chatts`, and appends it.
  ///
  /// One page is requested at a time; a call during another waits for it.
  ///
  /// - Returns: Whether there may be more; false if `chatts` shows a list of `getChatts()`.
  @discardableResult
  public func olderChatts() async throws(ClientError) -> Bool {
    if let older { return try await older.value.get() }
    guard let cursor = timeline?.next else { return false }
    let calls = calls
    let task = Task { [weak self] () -> Result<Bool, ClientError> in
      do throws(CallFailure) {
        let page = try await calls.page(before: cursor)
        return .success(self?.take(older: page, after: cursor) ?? false)
      } catch {
        self?.older = nil
        self?.lastError = error.error
        return .failure(error.error)
      }
    }
    older = task
    return try await task.value.get()
  }

  private func take(older page: V1Body.Page?, after cursor: String) -> Bool {
    older = nil
    guard let page else { return false }
    // Otherwise the timeline has started over.
    if timeline?.next == cursor {
      timeline?.append(older: page)
      showTimeline()
    }
    return hasOlder
  }

  /// Returns the clip of a chatt: the bytes in the list, or those at its URL, which are checked by
  /// their SHA-256. A download that is cut off continues where it ended.
  ///
  /// Nil if the chatt has no clip. A chatt that was deleted gives ``ClientError/status(_:_:)``
  /// with 404. `progress` is called on any thread.
  public func clip(
    of chatt: Chatt, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> [UInt8]? {
    do throws(Base64Error) {
      if let bytes = try chatt.audioBytes() { return bytes }
    } catch {
      throw .malformedResponse("audio is not base64: \(error)")
    }
    guard let link = chatt.clipLink else { return nil }
    do throws(CallFailure) {
      return try await calls.clip(link, progress: progress)
    } catch {
      throw error.error
    }
  }

  /// Gets a single chatt; nil if there is none, or the server has no `/v1` and its last list does
  /// not contain it.
  public func chatt(_ id: ChattID) async throws(ClientError) -> Chatt? {
    do throws(CallFailure) {
      if let chatt = try await calls.chatt(id) { return chatt }
    } catch {
      throw error.error
    }
    return calls.support.presence == .present ? nil : chatts.first { $0.id == id }
  }

  /// Whether a chatt can be deleted: it was posted from here, or by the user of the server's token.
  public func canDelete(_ id: ChattID) -> Bool {
    if tokens?.token(of: id, on: server) != nil { return true }
    guard let username = server.token?.username else { return false }
    return chatts.contains { chatt in
      // Equality of strings would accept other bytes for the same characters.
      chatt.id == id && chatt.username?.utf8.elementsEqual(username.utf8) == true
    }
  }

  /// Deletes a chatt that was posted from here, and removes it from `chatts`.
  ///
  /// Without its delete token, the server's token is sent, which may delete the chatts of its user.
  public func delete(_ id: ChattID) async throws(ClientError) -> Deletion {
    let stored = tokens?.token(of: id, on: server)
    guard let token = stored.map({ AccessToken($0) }) ?? server.token else {
      guard stored == nil else { throw .status(403, "the stored token is damaged") }
      return .notOwn
    }
    let wasThere: Bool
    do throws(CallFailure) {
      wasThere = try await calls.delete(id, by: token)
    } catch {
      switch error.error {
      case .status(403, _), .token(.otherUser, _): if stored == nil { return .notOwn }
      default: break
      }
      throw error.error
    }
    tokens?.forget(id, on: server)
    if timeline != nil {
      timeline?.remove(id)
      showTimeline()
    } else {
      show(chatts.filter { $0.id != id })
    }
    return wasThere ? .deleted : .wasGone
  }

  /// Stores the token of a posted chatt; returns whether `chatts` shows the chatt.
  func take(_ posted: V1Body.Posted) -> Bool {
    if let id = posted.chatt.id, let token = posted.deleteToken {
      tokens?.keep(token, of: id, on: server)
    }
    guard timeline != nil else { return false }
    timeline?.insert(posted.chatt)
    showTimeline()
    lastError = nil
    return true
  }

  func take(_ page: V1Body.Page, requestedAt version: Int) {
    if timeline == nil {
      timeline = PagedTimeline()
      timeline?.replace(with: page)
    } else {
      timeline?.refresh(with: page, requestedAt: version)
    }
    skippedCount = page.skippedCount
    lastError = nil
    hasList = true
    showTimeline()
  }

  func showTimeline() {
    if let timeline { show(timeline.chatts) }
  }
}
