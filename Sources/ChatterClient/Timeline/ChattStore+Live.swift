internal import Chatter

extension ChattStore {
  /// Keeps `chatts` up to date until the task is cancelled.
  ///
  /// If the server has live updates (`/v1/events`), `chatts` shows the newest page, and each event
  /// changes it; otherwise the list is requested at an interval, as it is while no events arrive.
  /// An error is in `lastError`, and does not end the call.
  ///
  /// - Parameters:
  ///   - pollInterval: The interval between two lists; nil if the caller requests them while
  ///     ``isLive`` is false.
  ///   - change: Called for each change to `chatts` after the first list, in order and once.
  public func follow(
    pollInterval: Duration? = .seconds(5), change: ((TimelineChange) -> Void)? = nil
  ) async {
    var machine = LiveMachine()
    while !Task.isCancelled {
      let failure = await followEvents(&machine, change)
      isLive = false
      guard !Task.isCancelled else { return }
      let delay = machine.delay(after: failure, spread: Double.random(in: 0...1))
      let isAbsent = LiveMachine.isAbsence(failure.error)
      if machine.isNotable, !isAbsent { lastError = failure.error }
      if let pollInterval {
        await poll(for: delay, every: pollInterval, first: isAbsent, change)
      } else {
        try? await calls.clock.sleep(for: delay)
      }
    }
  }

  /// Requests lists for a time, or until the server has been upgraded.
  private func poll(
    for time: Duration, every interval: Duration, first polls: Bool,
    _ change: ((TimelineChange) -> Void)?
  ) async {
    let elapsed = calls.clock.stopwatch()
    let wasAbsent = calls.support.presence != .present
    var polls = polls
    while !Task.isCancelled {
      if polls {
        let former = chatts
        let isFirst = !hasList
        try? await newestChatts()
        if !isFirst { report(from: former, to: change) }
      }
      if wasAbsent, calls.support.presence == .present { return }
      let rest = time - elapsed()
      guard rest > .zero else { return }
      guard (try? await calls.clock.sleep(for: min(interval, rest))) != nil, elapsed() < time
      else { return }
      polls = true
    }
  }

  /// Applies the events of one connection; returns why it ended.
  private func followEvents(
    _ machine: inout LiveMachine, _ change: ((TimelineChange) -> Void)?
  ) async -> CallFailure {
    do throws(CallFailure) {
      guard try await calls.hasV1() else { return CallFailure(.status(404, "")) }
      let connection = EventConnection(calls, since: machine.position)
      defer { connection.cancel() }
      var parser = EventStreamParser(position: machine.position)
      for await chunk in connection.chunks {
        // A list of the labs may be shown in the meantime.
        if timeline == nil || !isLive && machine.needsPage { try await reload(change) }
        if !isLive {
          machine.begin()
          isLive = true
          lastError = nil
        }
        var events: [StreamEvent] = []
        let isIntact = (try? parser.parse(chunk, into: &events)) != nil
        for event in events {
          do throws(CallFailure) {
            try await apply(event, change)
          } catch {
            machine.reach("")
            throw error
          }
          machine.reach(event.position)
        }
        machine.reach(parser.position, retry: parser.retry)
        guard isIntact else { return CallFailure(.network(.cutOff)) }
      }
      // The chunks also end when this task is cancelled, which the connection does not notice.
      connection.cancel()
      return await connection.failure
    } catch {
      return error
    }
  }

  private func apply(
    _ event: StreamEvent, _ change: ((TimelineChange) -> Void)?
  ) async throws(CallFailure) {
    switch event.type {
    case "chatt":
      guard let chatt = V1Body.posted(event.data[...])?.chatt else {
        skippedCount += 1
        return
      }
      if timeline?.insert(chatt) == true {
        showTimeline()
        change?(.added(chatt))
      }
    case "delete":
      guard let id = V1Body.deletedID(event.data[...]) else { return }
      tokens?.forget(id, on: server)
      guard timeline?.hasRemoved(id) == false else { return }
      let chatt = timeline?.remove(id)
      showTimeline()
      change?(.deleted(chatt ?? Chatt(id: id)))
    case "reset": try await reload(change)
    // Later servers may have other events.
    default: break
    }
  }

  /// Loads the newest chatts again.
  private func reload(_ change: ((TimelineChange) -> Void)?) async throws(CallFailure) {
    let former = chatts
    let isFirst = !hasList
    let known = Set(former.compactMap(\.id))
    guard let page = try await Self.newest(by: calls, reaching: known) else {
      throw CallFailure(.status(404, ""))
    }
    // A post may have been stored after the page was read.
    let posted = chatts.filter { chatt in chatt.id.map { !known.contains($0) } ?? false }
    var timeline = timeline ?? PagedTimeline()
    timeline.replace(with: page)
    for chatt in posted { timeline.insert(chatt) }
    self.timeline = timeline
    skippedCount = page.skippedCount
    lastError = nil
    hasList = true
    showTimeline()
    if !isFirst { report(from: former, to: change) }
  }

  private func report(from former: [Chatt], to change: ((TimelineChange) -> Void)?) {
    guard let change else { return }
    for one in TimelineChange.changes(from: former, to: chatts) { change(one) }
  }
}
