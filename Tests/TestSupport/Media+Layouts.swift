/// The recipes of the layouts: the arguments for ffmpeg, and the changes to its output.
extension Media {
  struct Recipe {
    var arguments: [String]
    var muxer: String
    var change: ([UInt8]) -> [UInt8] = { $0 }
  }

  static func recipe(_ layout: Layout) -> Recipe {
    switch layout {
    case .iOS, .iOSFaststart, .mediaDataToEnd, .mediaData64, .chunkOffset64, .tagged:
      appleRecipe(layout)
    case .android: aac(44_100, "mp4", ["-brand", "mp42"])
    case .android3GP: aac(44_100, "3gp")
    case .android3GPNarrow: aac(8_000, "3gp")
    case .safari, .safariBaseOffset, .safariNoOffset, .safariManyFragments, .dash, .chromium:
      fragmentedRecipe(layout)
    case .opusProgressive: opus("mp4", ["-ac", "1"])
    case .opusStereo: opus("mp4", ["-ac", "2"])
    case .alac: Recipe(arguments: ["-c:a", "alac", "-ar", "44100"], muxer: "ipod")
    case .alacStereo:
      Recipe(arguments: ["-c:a", "alac", "-ar", "22050", "-ac", "2"], muxer: "ipod")
    case .alac96k: Recipe(arguments: ["-c:a", "alac", "-ar", "96000"], muxer: "ipod")
    case .stereo: aac(44_100, "ipod", ["-ac", "2"])
    case .audioToolbox, .audioToolbox12k, .iTunes, .androidMaximum, .media3: writerRecipe(layout)
    case .surround: aac(48_000, "mp4", ["-ac", "6"])
    case .hinted: aac(16_000, "mp4", ["-movflags", "rtphint"])
    case .quickTime: aac(44_100, "mov")
    case .quickTimeALAC: Recipe(arguments: ["-c:a", "alac", "-ar", "44100"], muxer: "mov")
    case .quickTime96k: aac(96_000, "mov")
    case .heAAC: highEfficiency([0x2B, 0x92, 0x08, 0x00, 0x00], channels: 2)
    case .heAACCompatible: highEfficiency([0x13, 0x90, 0x56, 0xE5, 0xA0], channels: 2)
    case .heAACv2: highEfficiency([0xEB, 0x8A, 0x08, 0x00, 0x00], channels: 1)
    }
  }

  private static func aac(_ rate: Int, _ muxer: String, _ more: [String] = []) -> Recipe {
    Recipe(arguments: ["-c:a", "aac", "-ar", "\(rate)"] + more, muxer: muxer)
  }

  private static func opus(_ muxer: String, _ more: [String]) -> Recipe {
    Recipe(arguments: ["-c:a", "libopus"] + more, muxer: muxer)
  }

  private static func appleRecipe(_ layout: Layout) -> Recipe {
    var recipe = aac(12_000, "ipod")
    switch layout {
    case .iOSFaststart: recipe.arguments += ["-movflags", "faststart"]
    case .mediaDataToEnd:
      recipe.arguments += ["-movflags", "faststart"]
      recipe.change = { Surgery.mediaDataToEnd($0) }
    case .mediaData64: recipe.change = { Surgery.mediaData64($0) }
    case .chunkOffset64: recipe.change = { Surgery.chunkOffset64($0) }
    case .tagged: recipe.arguments += ["-metadata", "title=A", "-metadata", "artist=B"]
    default: break
    }
    return recipe
  }

  private static func writerRecipe(_ layout: Layout) -> Recipe {
    // ffmpeg fills what `moov` leaves of the reserved space with `free`, as these writers do.
    switch layout {
    case .androidMaximum:
      return aac(44_100, "mp4", ["-brand", "mp42", "-b:a", "128k", "-moov_size", "86400"])
    case .media3: return aac(48_000, "mp4", ["-moov_size", "400000"])
    default:
      let rate = layout == .audioToolbox12k ? 12_000 : 16_000
      var recipe = aac(rate, "ipod", layout == .iTunes ? ["-moov_size", "65536"] : [])
      recipe.change = { Surgery.gapless($0, priming: 2112) }
      return recipe
    }
  }

  private static func fragmentedRecipe(_ layout: Layout) -> Recipe {
    let fragmented = "frag_keyframe+empty_moov"
    switch layout {
    case .safariBaseOffset: return aac(44_100, "mp4", ["-movflags", fragmented])
    case .safariNoOffset:
      return aac(44_100, "mp4", ["-movflags", fragmented + "+omit_tfhd_offset"])
    case .safariManyFragments:
      return aac(
        44_100, "mp4",
        ["-movflags", "empty_moov+default_base_moof", "-frag_duration", "100000"])
    case .dash:
      return aac(
        48_000, "mp4",
        ["-movflags", "dash+delay_moov+global_sidx", "-frag_duration", "100000"])
    case .chromium:
      return opus(
        "mp4",
        [
          "-ac", "1", "-movflags", fragmented + "+default_base_moof", "-frag_duration", "100000",
        ])
    default: return aac(44_100, "mp4", ["-movflags", fragmented + "+default_base_moof"])
    }
  }

  /// Returns AAC of 22.05 kHz whose configuration is replaced by one of 44.1 kHz with SBR.
  ///
  /// Debian's ffmpeg has no HE-AAC encoder; the tests only read the headers.
  private static func highEfficiency(_ config: [UInt8], channels: Int) -> Recipe {
    var recipe = aac(22_050, "ipod", ["-ac", "\(channels)"])
    recipe.change = { Surgery.audioSpecificConfig($0, config) }
    return recipe
  }
}
