import Chatter
import System

@testable import ChatterClient

/// A transport to a scripted server with `/v1`: pages from a list of numbers, and streams of events
/// that the test sends.
final class LiveTransport: Transport {
  private struct State {
    var numbers: [Int]
    var requests: [TransportRequest] = []
    var receivers: [Int: BodyReceiver] = [:]
    var endings: [Int: CheckedContinuation<ClientError?, Never>] = [:]
    /// The responses to connections, before which no stream begins.
    var refusals: [ScriptedTransport.Outcome] = []
    var pageError: ClientError?
    var isLab = false
  }

  private let state: Lock<State>
  private let limit: Int

  /// - Parameters:
  ///   - numbers: The chatts of the timeline, newest first.
  ///   - limit: The number of chatts of a page.
  init(_ numbers: [Int], limit: Int = 50) {
    state = Lock(State(numbers: numbers))
    self.limit = limit
  }

  var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// The connections to `/v1/events`.
  var connections: [TransportRequest] { requests.filter { $0.v1 == .events } }
  /// Whether the connection with the last number is open.
  var isOpen: Bool {
    state.withLock { state in state.receivers[state.requests.count { $0.v1 == .events }] != nil }
  }

  func setNumbers(_ numbers: [Int]) { state.withLock { $0.numbers = numbers } }
  func setPageError(_ error: ClientError?) { state.withLock { $0.pageError = error } }
  /// Makes the server one of the labs, without `/v1`.
  func setLab(_ isLab: Bool) { state.withLock { $0.isLab = isLab } }
  func refuse(_ outcome: ScriptedTransport.Outcome) {
    state.withLock { $0.refusals.append(outcome) }
  }

  /// Sends bytes on the open stream.
  func send(_ text: String) {
    let receive = state.withLock { state in
      state.receivers[state.requests.count { $0.v1 == .events }]
    }
    _ = receive?(TransportResponse(status: 200, body: []), Array(text.utf8))
  }

  /// Ends the open stream, as complete or with an error.
  func end(_ error: ClientError?) {
    let ending = state.withLock { state in
      let number = state.requests.count { $0.v1 == .events }
      state.receivers[number] = nil
      return state.endings.removeValue(forKey: number)
    }
    ending?.resume(returning: error)
  }

  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportResponse {
    let outcome = state.withLock { state -> ScriptedTransport.Outcome in
      state.requests.append(request)
      return Self.outcome(of: request, state, limit: limit)
    }
    return try outcome.get()
  }

  private static func outcome(
    of request: TransportRequest, _ state: State, limit: Int
  ) -> ScriptedTransport.Outcome {
    if let error = state.pageError { return .failure(error) }
    guard case .page(let cursor, _)? = request.v1 else {
      let rows = state.numbers.map { number in
        let chatt = Chatt.numbered(number)
        return #"["ann","\#(number)","\#(chatt.id?.description ?? "")","#
          + #""\#(chatt.timestamp ?? "")",null]"#
      }
      return .response(200, "[\(rows.joined(separator: ","))]")
    }
    guard !state.isLab else { return .response(404, "") }
    let rest = state.numbers.filter { number in
      cursor.flatMap { Int($0) }.map { number < $0 } ?? true
    }
    let page = Array(rest.prefix(limit))
    return .response(
      200, V1Body.Page.body(page, next: rest.count > limit ? page.last.map { "\($0)" } : nil))
  }

  func stream(
    _ request: TransportRequest, receive: @escaping BodyReceiver
  ) async throws(ClientError) -> TransportResponse {
    let (number, refusal) = state.withLock { state -> (Int, ScriptedTransport.Outcome?) in
      state.requests.append(request)
      let number = state.requests.count { $0.v1 == .events }
      if state.isLab { return (number, .response(404, "")) }
      if !state.refusals.isEmpty { return (number, state.refusals.removeFirst()) }
      state.receivers[number] = receive
      return (number, nil)
    }
    if let refusal { return try refusal.get() }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          guard state.receivers[number] != nil else { return false }
          state.endings[number] = continuation
          return true
        }
        if !isOpen || Task.isCancelled {
          close(number)
          if !isOpen { continuation.resume(returning: nil) }
        }
      }
    } onCancel: {
      close(number)
    }
    if Task.isCancelled { throw .cancelled }
    if let error { throw error }
    return TransportResponse(status: 200, body: [])
  }

  private func close(_ number: Int) {
    let ending = state.withLock { state in
      state.receivers[number] = nil
      return state.endings.removeValue(forKey: number)
    }
    ending?.resume(returning: .cancelled)
  }
}
