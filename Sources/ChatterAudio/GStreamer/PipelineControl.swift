/// Operations on a pipeline that wait until it has completed them; used by its thread only.
struct PipelineControl: Sendable {
  static let operationTimeout = Duration.seconds(10)
  /// The timeout of each wait for a state change, after which the bus is checked for errors.
  private static let pollInterval = Duration.milliseconds(20)
  private static let errorMessageTimeout = Duration.seconds(1)

  private static let progressInterval = Duration.milliseconds(500)

  let pipeline: PipelineHandle
  var timeout = operationTimeout
  let onMessage: @Sendable (BusMessage) -> Void

  /// Sets the state of the pipeline and waits until it is reached, or an element reports an error.
  func enter(_ state: ElementHandle.State) throws(AudioError) {
    switch pipeline.element.enter(state) {
    case .done: return
    case .underWay: try settle()
    case .failed: try refuse()
    }
  }

  /// Waits until the pipeline reaches the state that was set, or returns to it after a seek.
  ///
  /// The state is polled instead of waiting for a message: an "async done" message may belong to
  /// the previous seek, while an element is still changing its state.
  private func settle() throws(AudioError) {
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end {
      switch pipeline.element.settle(within: Self.pollInterval) {
      case .done: return
      case .underWay: try listen()
      case .failed: try refuse()
      }
    }
    throw .engine("the pipeline timed out after \(timeout)")
  }

  private func refuse() throws(AudioError) {
    // The element that failed posts the reason on the bus, possibly only after the failure.
    while let message = pipeline.nextMessage(within: Self.errorMessageTimeout) { try take(message) }
    throw .engine("the pipeline failed without an error message")
  }

  func seek(to time: Duration, rate: Double) throws(AudioError) {
    // Discards an end of stream from before the seek that was not reported yet.
    while let message = pipeline.nextMessage(within: .zero) {
      if message != .endOfStream { try take(message) }
    }
    // By one sink: the pipeline would seek once for each of its sinks.
    let sink = pipeline.child(PipelineFailure.sink) ?? pipeline.element
    guard sink.seek(to: time, rate: rate) else {
      throw .engine("cannot seek in the clip")
    }
    try settle()
  }

  /// Waits for a message; throws an error message that arrives first. Each change of the value that
  /// `progress` returns restarts the timeout.
  func wait(
    for awaited: BusMessage, watching progress: () -> Int64 = { 0 }
  ) throws(AudioError) {
    var (end, seen) = (ContinuousClock.now + timeout, progress())
    while ContinuousClock.now < end {
      if let message = pipeline.nextMessage(within: min(timeout, Self.progressInterval)) {
        try take(message)
        if message == awaited { return }
      }
      let now = progress()
      if now != seen { (end, seen) = (ContinuousClock.now + timeout, now) }
    }
    throw .engine("the pipeline timed out after \(timeout)")
  }

  func listen() throws(AudioError) {
    while let message = pipeline.nextMessage(within: .zero) { try take(message) }
  }

  private func take(_ message: BusMessage) throws(AudioError) {
    if case .failed(let error) = message {
      // Later errors are consequences of the first.
      while pipeline.nextMessage(within: .zero) != nil {}
      throw error
    }
    onMessage(message)
  }
}
