/// A small fragmented clip made by hand: `ftyp`, `moov` with empty tables, and pairs of `moof` and
/// `mdat` of three samples of 20 bytes and 1024 units of 1/8000 s.
struct HandMadeFragments {
  typealias B = BoxBuilder

  var trex = trex(track: 1, units: 1024, byteCount: 20)
  var hasMovieExtends = true
  /// The fields after the track ID, and the flags that indicate which are present.
  var tfhd = (flags: 0x2_0000, track: 1, fields: [UInt8]())
  /// The runs of the fragment; nil is one run with only its count and offset.
  var runs: [[UInt8]]?
  var media = [UInt8](repeating: 0xAB, count: 60)
  var fragments = 1
  /// The decode times of the fragments, in units; the last one is also that of those after it.
  var decodeTimes = [0]
  var movieBoxes: [UInt8] = []
  var edts: [UInt8] = []

  static func bytes(_ change: (inout HandMadeFragments) -> Void = { _ in }) -> [UInt8] {
    var clip = HandMadeFragments()
    change(&clip)
    return clip.bytes
  }

  static func trex(track: Int, units: Int, byteCount: Int) -> [UInt8] {
    B.fullBox("trex", B.u32(track), B.u32(1), B.u32(units), B.u32(byteCount), B.u32(0))
  }

  /// A run; the fields of its samples follow its count and, with flag 1, its offset.
  static func trun(flags: Int, count: Int, offset: Int? = nil, _ fields: [UInt8] = []) -> [UInt8] {
    B.fullBox(
      "trun", flags: flags | (offset == nil ? 0 : 1), B.u32(count),
      offset.map { B.u32(Int(UInt32(truncatingIfNeeded: $0))) } ?? [], fields)
  }

  var header: [UInt8] {
    var clip = HandMadeClip()
    BrokenClip.empty(&clip)
    clip.edts = edts
    clip.movieBoxes = movieBoxes + (hasMovieExtends ? B.box("mvex", trex) : [])
    return clip.fileType + clip.moov
  }

  /// The fragment; its default run starts at the media of the following `mdat`.
  var moof: [UInt8] { moof(at: decodeTimes[0]) }

  private func moof(at time: Int) -> [UInt8] {
    func build(offset: Int) -> [UInt8] {
      let runs = runs ?? [Self.trun(flags: 0, count: 3, offset: offset)]
      return B.box(
        "moof", B.fullBox("mfhd", B.u32(1)),
        B.box(
          "traf", B.fullBox("tfhd", flags: tfhd.flags, B.u32(tfhd.track), tfhd.fields),
          B.fullBox("tfdt", B.u32(time)), Array(runs.joined())))
    }
    return build(offset: build(offset: 0).count + 8)
  }

  var bytes: [UInt8] {
    (0..<fragments).reduce(header) { file, index in
      file + moof(at: decodeTimes[min(index, decodeTimes.count - 1)]) + B.box("mdat", media)
    }
  }
}
