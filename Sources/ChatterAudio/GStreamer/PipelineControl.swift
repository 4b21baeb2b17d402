/// A pipeline in the hands of its thread: what is asked of it, and waiting until it has done so.
struct PipelineControl: Sendable {
  /// How long a device or a disk may take over one thing.
  static let patienceMax = Duration.seconds(10)
  /// How long is waited for a state before it is looked whether an element says no.
  private static let lookInterval = Duration.milliseconds(20)
  /// How long is waited for the reason of a refusal.
  private static let reasonWaitMax = Duration.seconds(1)

  /// How often is looked whether it is at work.
  private static let progressInterval = Duration.milliseconds(500)

  let pipeline: PipelineHandle
  var patience = patienceMax
  /// Gets what the pipeline says while nobody waits for it.
  let onMessage: @Sendable (BusMessage) -> Void

  /// Brings the pipeline into a state, and waits until it is there.
  ///
  /// Fails with what an element says against it.
  func enter(_ state: ElementHandle.State) throws(AudioError) {
    switch pipeline.element.enter(state) {
    case .done: return
    case .underWay: try settle()
    case .failed: try refuse()
    }
  }

  /// Waits until the pipeline is in the state that it was told to enter, or has come back to it from
  /// a winding.
  ///
  /// The state is asked for, and no message awaited: "async done" may have come for the winding before,
  /// while the last of its elements was still on its way.
  private func settle() throws(AudioError) {
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end {
      switch pipeline.element.settle(within: Self.lookInterval) {
      case .done: return
      case .underWay: try listen()
      case .failed: try refuse()
      }
    }
    throw .engine("the pipeline has not answered within \(patience)")
  }

  private func refuse() throws(AudioError) {
    // Who said no puts the reason on the bus, and may be about to.
    while let message = pipeline.nextMessage(within: Self.reasonWaitMax) { try take(message) }
    throw .engine("the pipeline refuses, and does not say why")
  }

  /// Goes to an instant, and waits until the sample there is ready.
  func seek(to time: Duration, rate: Double) throws(AudioError) {
    // An end that was reached, and not yet told, is left behind.
    while let message = pipeline.nextMessage(within: .zero) {
      if message != .endOfStream { try take(message) }
    }
    guard pipeline.element.seek(to: time, rate: rate) else {
      throw .engine("the clip cannot be wound")
    }
    try settle()
  }

  /// Waits until the pipeline says something; an error that comes first is thrown.
  ///
  /// - Parameter progress: what changes while the pipeline is at work: as long as it does, there is
  ///   patience.
  func wait(
    for awaited: BusMessage, watching progress: () -> Int64 = { 0 }
  ) throws(AudioError) {
    var (end, seen) = (ContinuousClock.now + patience, progress())
    while ContinuousClock.now < end {
      if let message = pipeline.nextMessage(within: min(patience, Self.progressInterval)) {
        try take(message)
        if message == awaited { return }
      }
      let now = progress()
      if now != seen { (end, seen) = (ContinuousClock.now + patience, now) }
    }
    throw .engine("the pipeline has not answered within \(patience)")
  }

  /// Takes what the pipeline has said by now; an error is thrown.
  func listen() throws(AudioError) {
    while let message = pipeline.nextMessage(within: .zero) { try take(message) }
  }

  private func take(_ message: BusMessage) throws(AudioError) {
    if case .failed(let error) = message {
      // What else is said against it follows from the first.
      while pipeline.nextMessage(within: .zero) != nil {}
      throw error
    }
    onMessage(message)
  }
}
