import CGStreamer
import System
import TestSupport
import Testing

@testable import ChatterAudio

struct PipelineThreadTests {
  private final class Received: Sendable {
    let messages = Lock<[BusMessage]>([])

    var all: [BusMessage] { messages.withLock { $0 } }
  }

  /// Counts the jobs that run at the same time.
  private final class Running: Sendable {
    private let count = Lock(0)

    func isAlone() -> Bool {
      let together = count.withLock { count in
        count += 1
        return count
      }
      defer { count.withLock { $0 -= 1 } }
      return together == 1
    }
  }

  private func launch(
    _ description: String
  ) async throws -> (thread: PipelineThread, received: Received) {
    let received = Received()
    let thread = try await PipelineThread.launch(
      "test-pipeline", building: { () throws(AudioError) in try PipelineHandle(description) },
      onMessage: { message in received.messages.withLock { $0.append(message) } })
    return (thread, received)
  }

  private func play(_ thread: PipelineThread) async throws {
    try await thread.perform { (control) throws(AudioError) in
      try control.enter(.playing)
    }
  }

  @Test func forwardsMessagesThatNoCallerWaitsFor() async throws {
    let (thread, received) = try await launch(
      "audiotestsrc num-buffers=50 timestamp-offset=300000000 ! level ! fakesink")
    try await play(thread)
    try await eventually { received.all.contains(.endOfStream) }
    let levels = received.all.filter { if case .level = $0 { true } else { false } }
    #expect(levels.count >= 10)
    // A sine at 0.8 of full scale: 1.9 dB below it, and 3 dB less for its mean.
    for case .level(let decibels, _) in levels { #expect(abs(decibels + 4.95) < 0.2) }
    guard case .level(_, let start) = levels[0], start == .milliseconds(300) else {
      Issue.record("the first sound is not at 0.3 s: \(levels[0])")
      return
    }
    thread.close()
  }

  @Test func runsJobsInOrderAndReturnsTheirResults() async throws {
    let (thread, _) = try await launch("fakesrc ! fakesink")
    let running = Running()
    let results = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          try await thread.perform { _ in running.isAlone() ? number : -1 }
        }
      }
      var results = Set<Int>()
      for try await result in group { results.insert(result) }
      return results
    }
    #expect(results == Set(0..<20))
    thread.close()
  }

  @Test func throwsErrorsToWaitingCallersAndForwardsOthers() async throws {
    let (thread, received) = try await launch("filesrc location=/no/such ! fakesink name=sink")
    await #expect(throws: AudioError.self) { try await play(thread) }
    #expect(received.all.allSatisfy { $0 == .other })
    thread.close()
    let (other, later) = try await launch(
      "audiotestsrc num-buffers=50 ! identity error-after=20 ! fakesink async=false")
    try await play(other)
    try await eventually { later.all.contains { if case .failed = $0 { true } else { false } } }
    other.close()
  }

  @Test func reportsPipelinesThatCannotSeek() async throws {
    let (thread, _) = try await launch("fakesrc format=time ! fakesink")
    await #expect(throws: AudioError.engine("cannot seek in the clip")) {
      try await thread.perform { (control) throws(AudioError) in
        try control.seek(to: .seconds(1), rate: 1)
      }
    }
    thread.close()
  }

  @Test func dropsAnEndReachedBeforeASeek() async throws {
    let (thread, received) = try await launch(
      "audiotestsrc num-buffers=20 ! audio/x-raw,rate=48000 ! fakesink name=sink")
    try await thread.perform { (control) throws(AudioError) in
      try control.enter(.playing)
      // The end is reached while the thread is busy, so that its message is still on the bus.
      let pipeline = control.pipeline
      while let message = pipeline.nextMessage(within: hangTimeout), message != .endOfStream {}
      let isPosted = unsafe gst_element_post_message(
        pipeline.element.pointer,
        gst_message_new_eos(
          UnsafeMutableRawPointer(pipeline.element.pointer).assumingMemoryBound(
            to: GstObject.self)))
      #expect(isPosted != 0)
      try control.enter(.paused)
      try control.seek(to: .zero, rate: 1)
    }
    #expect(!received.all.contains(.endOfStream))
    thread.close()
  }

  @Test func endsTheThreadIfThePipelineCannotBeBuilt() async throws {
    await #expect(throws: AudioError.missingPlugin("GStreamer's nosuch is not installed")) {
      _ = try await launch("nosuch ! fakesink")
    }
  }

  @Test func rejectsJobsAfterClose() async throws {
    let (thread, _) = try await launch("fakesrc ! fakesink")
    thread.close()
    await #expect(throws: AudioError.engine("the pipeline has been closed")) {
      try await thread.perform { _ in }
    }
  }

  @Test func releasesThePipelineAfterTheQueuedJobs() async throws {
    let (thread, _) = try await launch("fakesrc ! fakesink")
    let isDone = Lock(false)
    async let job: Void = thread.perform { (control) throws(AudioError) in
      try control.enter(.playing)
      isDone.withLock { $0 = true }
    }
    try await job
    thread.close()
    await thread.whenAtRest()
    #expect(isDone.withLock { $0 })
    #expect(thread.pipeline.element.isAtRest)
    // A later call returns immediately.
    await thread.whenAtRest()
  }

  @Test func timesOutOnAnUnresponsiveSoundServer() async throws {
    let server = try MuteSocket()
    let (thread, _) = try await launch("audiotestsrc ! pulsesink server=unix:\(server.path)")
    await #expect(throws: AudioError.engine("the device timed out after 0.3 seconds")) {
      try await thread.perform(within: .milliseconds(300)) { (control) throws(AudioError) in
        try control.enter(.ready)
      }
    }
    thread.close()
    server.close()
    await thread.whenAtRest()
    #expect(thread.pipeline.element.isAtRest)
  }

  @Test func restartsTheTimeoutOnProgressOnly() throws {
    /// Waits for the end of a source that lasts longer than the timeout.
    func wait(buffers: Int, _ progress: () -> Int64) throws(AudioError) {
      let pipeline = try PipelineHandle(
        "audiotestsrc is-live=true num-buffers=\(buffers) ! fakesink")
      var control = PipelineControl(pipeline: pipeline) { _ in }
      try control.enter(.playing)
      control.timeout = .milliseconds(200)
      try control.wait(for: .endOfStream, watching: progress)
    }
    var count: Int64 = 0
    try wait(buffers: 40) {
      count += 1
      return count
    }
    #expect(throws: AudioError.engine("the pipeline timed out after 0.2 seconds")) {
      try wait(buffers: -1) { 7 }
    }
  }

  @Test func distinguishesTheEndOfSamplesFromATimeout() throws {
    for (limit, isAtEnd) in [("num-buffers=1 ", true), ("num-buffers=-1 is-live=true ", false)] {
      let pipeline = try PipelineHandle("audiotestsrc \(limit)! appsink name=sink sync=false")
      let sink = try #require(pipeline.child("sink"))
      // A live source produces nothing while it is paused.
      try PipelineControl(pipeline: pipeline) { _ in }.enter(isAtEnd ? .playing : .paused)
      let limit = isAtEnd ? hangTimeout : .zero
      #expect((sink.nextSamples(within: limit) != nil) == isAtEnd)
      #expect(sink.nextSamples(within: limit) == nil)
      #expect(sink.isAtEnd == isAtEnd)
    }
  }
}

extension ElementHandle {
  /// Whether it holds no device and is not opening one.
  fileprivate var isAtRest: Bool {
    var (current, pending) = (GST_STATE_NULL, GST_STATE_VOID_PENDING)
    _ = unsafe gst_element_get_state(pointer, &current, &pending, 0)
    return current == GST_STATE_NULL && pending == GST_STATE_VOID_PENDING
  }
}
