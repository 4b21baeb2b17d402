import Chatter
import FuzzInput

/// The corresponding function of libFuzzer is `LLVMFuzzerTestOneInput`.
@c(LLVMFuzzerTestOneInput)
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = unsafe FuzzInput(start, count)
  let messageBytesMax = input.hasSmallLimits ? 8 : PostLimit.messageBytesMax
  postsAreReadAgain(input.bytes[...], messageBytesMax: messageBytesMax)
  listsAreReadAgain(input.bytes[...])
  documentsHaveOneMeaning(input.bytes[...])
  return 0
}

/// What was read from a body, written and read once more, is the same.
private func postsAreReadAgain(_ body: ArraySlice<UInt8>, messageBytesMax: Int) {
  if let post = try? PostChattRequest(body: body, messageBytesMax: messageBytesMax) {
    claim(!post.username.isEmpty, "a name is never empty")
    claim(post.message.utf8.count <= messageBytesMax, "a message keeps to its limit")
    let written = object(username: post.username, message: post.message)
    let read = try? PostChattRequest(body: written[...], messageBytesMax: messageBytesMax)
    claim(read == post, "a text chatt changed on its way")
  }
  do throws(PostError) {
    let post = try PostAudioRequest(body: body, messageBytesMax: messageBytesMax)
    claim(post.message != nil || post.hasAudio, "a chatt without anything in it")
    let written = object(username: post.username, message: post.message)
    guard post.message != nil else { return }
    let read = try? PostAudioRequest(body: written[...], messageBytesMax: messageBytesMax)
    claim(read?.username == post.username, "a name changed on its way")
    claim(read?.message == post.message, "a message changed on its way")
  } catch {
    claim(!"\(error)".isEmpty, "an error has its words")
  }
}

/// A document that is read stays the same with blanks around it, and none with bytes after it.
private func documentsHaveOneMeaning(_ text: ArraySlice<UInt8>) {
  guard let document = try? JSONDocument(text) else { return }
  claim((try? JSONDocument((text + [0x20, 0x0A])[...])) == document, "blanks changed a document")
  claim((try? JSONDocument((text + [0x2C])[...])) == nil, "data after the end was accepted")
}

private func object(username: String, message: String?) -> [UInt8] {
  var written: [UInt8] = []
  JSONWriter.append(raw: #"{"username":"#, to: &written)
  JSONWriter.append(username, to: &written)
  JSONWriter.append(raw: #","message":"#, to: &written)
  JSONWriter.append(message, to: &written)
  JSONWriter.append(raw: "}", to: &written)
  return written
}

/// A list that was read, written and read once more, is the same from then on.
private func listsAreReadAgain(_ body: ArraySlice<UInt8>) {
  guard let list = try? ChattList(body: body) else { return }
  let written = encoded(list.chatts)
  guard let again = try? ChattList(body: written[...]) else {
    return claim(false, "a list that was written is no list")
  }
  claim(again.skippedCount == 0, "a row that was written is no row")
  claim(encoded(again.chatts) == written, "a list changed on its way")
}

/// The body of a list with clips; a chatt that lacks a required field is left out.
private func encoded(_ chatts: [Chatt]) -> [UInt8] {
  let rows = chatts.compactMap { chatt -> [UInt8]? in
    guard let username = chatt.username, let id = chatt.id, let createdAt = chatt.date else {
      return nil
    }
    var row: [UInt8] = []
    ChattRowText.appendPrefix(
      username: username, message: chatt.message, id: id, createdAt: createdAt, ids: .with,
      to: &row)
    JSONWriter.append(raw: ",", to: &row)
    JSONWriter.append(chatt.audio, to: &row)
    JSONWriter.append(raw: "]", to: &row)
    return row
  }
  return Array("[".utf8) + rows.joined(separator: ",".utf8) + Array("]".utf8)
}
