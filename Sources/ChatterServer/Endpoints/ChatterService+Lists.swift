internal import Chatter
internal import HTTP

/// getchatts and getaudio.
extension ChatterService {
  func getChatts() async throws -> Response {
    let chatts = try await timeline.chatts()
    var writer = ChattListWriter(profile: settings.profile, audio: false)
    for chatt in chatts { writer.append(chatt) }
    return finish(&writer)
  }

  /// A list that comes in one batch is sent with its length; a longer one is made while it is sent,
  /// so that all clips together need not fit into memory.
  func getAudio() async throws -> Response {
    let batches = try await timeline.audio()
    var writer = ChattListWriter(profile: settings.profile, audio: true)
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

/// The content of a long getaudio, batch by batch, at the pace at which the peer takes it.
final class AudioListStream: ResponseStream {
  private var writer: ChattListWriter
  private var batch: [Chatt]?
  private let batches: ChattBatches
  private let report: @Sendable (ServiceEvent) -> Void
  private var isFinished = false

  init(
    _ writer: ChattListWriter, next batch: [Chatt], then batches: ChattBatches,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) {
    self.writer = writer
    self.batch = batch
    self.batches = batches
    self.report = report
  }

  func next() async throws -> ArraySlice<UInt8>? {
    if writer.outputCount > 0 { return writer.takeOutput()[...] }
    guard !isFinished else { return nil }
    if let batch {
      for chatt in batch { writer.append(chatt) }
      self.batch = try await batches.next()
    } else {
      writer.finish()
      isFinished = true
      if writer.skippedCount > 0 { report(.rowsSkipped(writer.skippedCount)) }
    }
    return writer.takeOutput()[...]
  }
}
