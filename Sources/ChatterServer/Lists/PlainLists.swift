internal import Chatter
internal import HTTP

/// Lists that are asked of a timeline and encoded anew for each answer: for a timeline that keeps
/// none ready.
struct PlainLists: ListSource {
  let timeline: any Timeline
  let profile: ListProfile
  let report: @Sendable (ServiceEvent) -> Void

  func chatts(for request: Request) async throws -> Response {
    let chatts = try await timeline.chatts()
    var writer = ChattListWriter(profile: profile, audio: false)
    for chatt in chatts { writer.append(chatt) }
    return finish(&writer)
  }

  /// A list that comes in one batch is sent with its length; a longer one is made while it is sent,
  /// so that all clips together need not fit into memory.
  func audio(for request: Request) async throws -> Response {
    let batches = try await timeline.audio()
    var writer = ChattListWriter(profile: profile, audio: true)
    // The first batch is asked for before anything is answered: a database that is away is a 503.
    for chatt in try await batches.next() ?? [] { writer.append(chatt) }
    guard let second = try await batches.next() else { return finish(&writer) }
    return Response(
      json: AudioListStream(writer, next: second, then: batches, report: report))
  }

  private func finish(_ writer: inout ChattListWriter) -> Response {
    writer.finish()
    if writer.skippedCount > 0 { report(.rowsSkipped(writer.skippedCount)) }
    return Response(json: writer.takeOutput())
  }
}
