private import CLinux

/// A connected TCP socket on one loop: try, and wait only when it would block.
public final class SocketStream: ByteStream {
  /// The address at the other end.
  public let peer: SocketAddress

  private var descriptor: FileDescriptor?
  private let number: Int32
  private let loop: EventLoop
  private let registration: Registration
  /// False once a read took less than it asked for: then there is nothing until the next edge or
  /// the end that an edge has told (epoll(7)), and a call that could only fail is saved.
  private var mayHaveInput = true

  /// Takes over a connected or connecting non-blocking socket; it is called on the loop.
  public init(_ descriptor: consuming FileDescriptor, peer: SocketAddress, on loop: EventLoop)
    throws(Errno)
  {
    self.peer = peer
    number = descriptor.number
    self.loop = loop
    // Answers are written whole, so that Nagle's algorithm could only delay them.
    try? setOption(descriptor.number, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    do throws(SocketError) {
      registration = try loop.attach(descriptor.number)
    } catch {
      if case .exhausted(let errno) = error { throw errno }
      throw .noMemory
    }
    self.descriptor = consume descriptor
  }

  deinit {
    close()
  }

  /// Connects to an address; it is called on the loop.
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, until deadline: Deadline
  )
    async throws(SocketError) -> SocketStream
  {
    let stream: SocketStream
    do throws(Errno) {
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      let number = try systemCall { socket(address.family, kind, Int32(IPPROTO_TCP)) }
      stream = try SocketStream(FileDescriptor(owning: number), peer: address, on: loop)
    } catch {
      throw SocketError(error, call: "socket", address: address)
    }
    do throws(Errno) {
      // An interrupted connect goes on by itself, so it is not made again (connect(2)).
      let result = unsafe address.withSockaddr {
        unsafe CLinux.connect(stream.number, $0, $1)
      }
      let errno = Errno(clinux_errno())
      guard result != 0 else { return stream }
      guard errno == .inProgress || errno == .interrupted else { throw errno }
    } catch {
      throw SocketError(error, call: "connect", address: address)
    }
    try await stream.awaitConnection(to: address, until: deadline)
    return stream
  }

  private func awaitConnection(to address: SocketAddress, until deadline: Deadline)
    async throws(SocketError)
  {
    do throws(WaitError) {
      try await loop.wait(for: .write, on: registration, until: deadline)
    } catch {
      throw error == .timedOut ? .timedOut : .cancelled
    }
    var status: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &status, &size)
    guard status == 0 else {
      throw SocketError(Errno(status), call: "connect", address: address)
    }
  }

  public func read(into buffer: inout [UInt8], atMost count: Int, until deadline: Deadline)
    async throws(StreamError) -> Int
  {
    precondition(count > 0)
    while true {
      guard descriptor != nil else { throw .cancelled }
      if mayHaveInput, let received = try receive(into: &buffer, atMost: count) {
        return received
      }
      do throws(WaitError) {
        try await loop.wait(for: .read, on: registration, until: deadline)
      } catch {
        throw StreamError(error)
      }
      mayHaveInput = true
    }
  }

  /// One recv(2); nil when it would block.
  private func receive(into buffer: inout [UInt8], atMost count: Int) throws(StreamError) -> Int? {
    var outcome = Result<Int, Errno>.success(0)
    let number = self.number
    buffer.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { pointer, initialized in
        let room = min(count, pointer.count)
        do throws(Errno) {
          let received = try systemCall { unsafe recv(number, pointer.baseAddress, room, 0) }
          initialized = received
          outcome = .success(received)
        } catch {
          outcome = .failure(error)
        }
      }
    }
    switch outcome {
    case .success(let received):
      mayHaveInput = received == count || received == 0
      return received
    case .failure(.wouldBlock):
      mayHaveInput = false
      return nil
    case .failure(let errno): throw StreamError(errno, call: "recv")
    }
  }

  public func write(_ bytes: ArraySlice<UInt8>, until deadline: Deadline)
    async throws(StreamError)
  {
    var rest = bytes
    while !rest.isEmpty {
      guard descriptor != nil else { throw .cancelled }
      let number = self.number
      do throws(Errno) {
        let sent = try systemCall {
          unsafe rest.withUnsafeBytes {
            unsafe send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
        }
        rest = rest.dropFirst(sent)
      } catch {
        guard error == .wouldBlock else { throw StreamError(error, call: "send") }
        do throws(WaitError) {
          try await loop.wait(for: .write, on: registration, until: deadline)
        } catch {
          throw StreamError(error)
        }
      }
    }
  }

  public func finishWriting(until deadline: Deadline) async throws(StreamError) {
    guard descriptor != nil else { throw .cancelled }
    let number = self.number
    do throws(Errno) {
      _ = try systemCall { shutdown(number, Int32(SHUT_WR)) }
    } catch {
      throw StreamError(error, call: "shutdown")
    }
  }

  public func close() {
    guard descriptor != nil else { return }
    loop.detach(registration)
    descriptor = nil
  }

  /// Hands over what fits without waiting, for a last word before `close`.
  public func writeNow(_ bytes: ArraySlice<UInt8>) {
    guard descriptor != nil else { return }
    let number = self.number
    _ = unsafe bytes.withUnsafeBytes {
      unsafe send(
        number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }
}
