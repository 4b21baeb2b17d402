extension HouseRules {
  /// Source files without tests of their own, and the test file through which each is tested; an
  /// entry with a slash at its end means all such files of a directory.
  static let testedThrough: [String: String] = [
    "Sources/Chatter/Base64/ByteName.swift": "Tests/ChatterTests/Base64/Base64ErrorTests.swift",
    "Sources/Chatter/Calls/ChattListError.swift": "Tests/ChatterTests/Calls/ChattListTests.swift",
    "Sources/Chatter/Calls/ChattListWriter.swift":
      "Tests/ChatterTests/Calls/ListProfileTests.swift",
    "Sources/Chatter/Calls/PostField.swift": "Tests/ChatterTests/Calls/PostErrorTests.swift",
    "Sources/Chatter/Calls/PostFields.swift":
      "Tests/ChatterTests/Calls/PostChattRequestTests.swift",
    "Sources/Chatter/Calls/PostLimit.swift": "Tests/ChatterTests/Calls/PostChattRequestTests.swift",
    "Sources/Chatter/JSON/HexDigit.swift": "Tests/ChatterTests/JSON/JSONTextTests.swift",
    "Sources/Chatter/JSON/JSONEscape.swift": "Tests/ChatterTests/JSON/JSONTextTests.swift",
    "Sources/Chatter/JSON/JSONKind.swift": "Tests/ChatterTests/JSON/JSONScannerTests.swift",
    "Sources/Chatter/JSON/JSONValue.swift": "Tests/ChatterTests/JSON/JSONScannerTests.swift",
    "Sources/Chatter/OptionalizedEmpty.swift": "Tests/ChatterTests/ChattTests.swift",
    "Sources/Chatter/Timeline/": "Tests/ChatterTests/Timeline/TimelineContractTests.swift",
    "Sources/Chatter/TimestampReader.swift": "Tests/ChatterTests/TimestampTests.swift",
    "Sources/ChatterAudio/Engine/AudioEngine.swift":
      "Tests/ChatterAudioTests/Engine/Silent/SilentEngineTests.swift",
    "Sources/ChatterAudio/Engine/AudioSink.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/Engine/AudioSource.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/GStreamer/ClipSamples.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/GStreamer/Handles/":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/GStreamer/PipelineControl.swift":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/GStreamer/SinkBranch.swift":
      "Tests/ChatterAudioTests/GStreamer/SourceBranchTests.swift",
    "Sources/ChatterAudio/GStreamer/SystemThread+Audio.swift":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/MediaControls/":
      "Tests/ChatterAudioTests/Queue/PlaybackQueue+MediaTests.swift",
    "Sources/ChatterAudio/Player/SkipInterval.swift":
      "Tests/ChatterAudioTests/Player/AudioPlayer+TapsTests.swift",
    "Sources/ChatterAudio/Recorder/RecorderEvent.swift":
      "Tests/ChatterAudioTests/Recorder/AudioRecorderTests.swift",
    "Sources/ChatterAudio/SessionBus/BusCancellable.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/BusConnection+Setup.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/BusConnection.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/SessionBusError.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/Speech/Transcriber.swift":
      "Tests/ChatterAudioTests/Player/AudioPlayer+SpeechTests.swift",
    "Sources/ChatterAudio/States/PlayerColor.swift":
      "Tests/ChatterAudioTests/States/PlayerUIStateTests.swift",
    "Sources/ChatterAudio/States/PlayerIcon.swift":
      "Tests/ChatterAudioTests/States/PlayerUIStateTests.swift",
    "Sources/ChatterAudio/States/StartMode.swift":
      "Tests/ChatterAudioTests/States/PlayerStateTests.swift",
    "Sources/ChatterAudio/States/TransEvent.swift":
      "Tests/ChatterAudioTests/States/PlayerStateTests.swift",
    "Sources/ChatterClient/Calls/CallFailure.swift":
      "Tests/ChatterClientTests/Calls/RemoteCallsTests.swift",
    "Sources/ChatterClient/Calls/Stopwatch.swift":
      "Tests/ChatterClientTests/Calls/RemoteCallsTests.swift",
    "Sources/ChatterClient/Calls/TransferLimits.swift":
      "Tests/ChatterClientTests/Curl/CurlTransportTests.swift",
    "Sources/ChatterClient/Calls/Transport.swift":
      "Tests/ChatterClientTests/Calls/RemoteCallsTests.swift",
    "Sources/ChatterClient/Curl/": "Tests/ChatterClientTests/Curl/CurlTransportTests.swift",
    "Sources/ChatterClient/Curl/CurlURL.swift":
      "Tests/ChatterClientTests/Servers/ServerTests.swift",
    "Sources/ChatterServer/Lists/Refresh/ListChange.swift":
      "Tests/ChatterServerTests/Lists/ListReaderTests.swift",
    "Sources/ChatterServer/Lists/Refresh/ListLoading.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/ChatterServer/Lists/Refresh/OlderRows.swift":
      "Tests/ChatterServerTests/Lists/ListStreamTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListBody.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListEnvelope.swift":
      "Tests/ChatterServerTests/Lists/ListFieldsTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListSource.swift":
      "Tests/ChatterServerTests/Lists/ListReaderTests.swift",
    "Sources/ChatterServer/Lists/Rows/ClipIndex.swift":
      "Tests/ChatterServerTests/Lists/ListMemoryTests.swift",
    "Sources/ChatterServer/Lists/Rows/EncodedRows.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/ListRow+Runs.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/ListRow.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment+Audio.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment+Changes.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Policies/MeteredBody.swift":
      "Tests/ChatterServerTests/Policies/RateLimiterTests.swift",
    "Sources/ChatterServer/Retention/RetentionLimits.swift":
      "Tests/ChatterDaemonTests/Configuration/StorageOptionsTests.swift",
    "Sources/ChatterServer/ServiceEvent.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/ChatterServer/Store/Keys/KeyStatements.swift":
      "Tests/ChatterServerTests/Store/Keys/PostgresTimeline+KeysTests.swift",
    "Sources/ChatterSpeech/SpeechRecognition.swift":
      "Tests/ChatterSpeechTests/SphinxTranscriberTests.swift",
    "Sources/ChatterSpeech/Sphinx/SphinxDecoder.swift":
      "Tests/ChatterSpeechTests/SphinxTranscriberTests.swift",
    "Sources/HTTP/ContentCoding/Deflater.swift":
      "Tests/HTTPTests/ContentCoding/DeflatedSegmentTests.swift",
    "Sources/HTTP/ContentCoding/Inflater.swift":
      "Tests/HTTPTests/ContentCoding/InflatedBodyTests.swift",
    "Sources/HTTP/HTTP2/Frames/FrameCallbacks.swift":
      "Tests/HTTPTests/HTTP2/HTTP2SessionTests.swift",
    "Sources/HTTP/HTTP2/Frames/FrameSession.swift": "Tests/HTTPTests/HTTP2/HTTP2SessionTests.swift",
    "Sources/HTTP/HTTP2/HTTP2ErrorCode.swift": "Tests/HTTPTests/HTTP2/HTTP2FloodTests.swift",
    "Sources/HTTP/HTTP2/HTTP2SessionError.swift":
      "Tests/HTTPTests/HTTP2/HTTP2Session+ExchangeTests.swift",
    "Sources/HTTP/HTTP2/HTTP2Stream.swift":
      "Tests/HTTPTests/HTTP2/HTTP2Session+ExchangeTests.swift",
    "Sources/HTTP/Messages/Response.swift": "Tests/HTTPTests/ResponseWriterTests.swift",
    "Sources/HTTP/Messages/TrackedResponse.swift":
      "Tests/WebServerTests/TrackedResponse+SocketTests.swift",
    "Sources/Postgres/Connection/PostgresConfiguration.swift":
      "Tests/PostgresTests/PostgresConnectionTests.swift",
    "Sources/Postgres/Errors/SQLState.swift": "Tests/PostgresTests/ServerErrorTests.swift",
    "Sources/Postgres/Migrations/MigrationError.swift": "Tests/PostgresTests/MigratorTests.swift",
    "Sources/Postgres/Pool/PoolLimits.swift": "Tests/PostgresTests/PoolMachineTests.swift",
    "Sources/Postgres/PrivateCluster/ClusterInitialization.swift":
      "Tests/PostgresTests/PrivateClusterTests.swift",
    "Sources/Postgres/PrivateCluster/ClusterLaunch.swift":
      "Tests/PostgresTests/PrivateClusterTests.swift",
    "Sources/Postgres/PrivateCluster/TextFile.swift": "Tests/PostgresTests/ClusterLogTests.swift",
    "Sources/Postgres/Statements/ResultHandle.swift": "Tests/PostgresTests/RowTests.swift",
    "Sources/Postgres/Values/PostgresArrayElement.swift":
      "Tests/PostgresTests/PostgresEncodableTests.swift",
    "Sources/Postgres/Values/PostgresType.swift":
      "Tests/PostgresTests/PostgresDecodableTests.swift",
    "Sources/Program/FileError.swift": "Tests/ProgramTests/WholeFileTests.swift",
    "Sources/Program/ProcessMemory.swift": "Tests/EndToEndTests/Torture/SoakTests.swift",
    "Sources/TLS/Certificates/CertificateDirectory.swift":
      "Tests/TLSTests/Certificates/CertificateFileTests.swift",
    "Sources/TLS/Certificates/CertificateKeyKind.swift":
      "Tests/TLSTests/Certificates/CertificateRequestTests.swift",
    "Sources/TLS/Certificates/CertifiedKeyFiles.swift":
      "Tests/TLSTests/Certificates/CertifiedKeyTests.swift",
    "Sources/TLS/Certificates/PreparedFile.swift":
      "Tests/TLSTests/Certificates/CertificateFileTests.swift",
    "Sources/TLS/Context/ServerDecisions.swift":
      "Tests/TLSTests/Context/ApplicationProtocolsTests.swift",
    "Sources/TLS/Engine/TLSEvent.swift": "Tests/TLSTests/Engine/TLSEngineTests.swift",
    "Sources/TLS/Engine/TLSSessionFacts.swift":
      "Tests/TLSTests/Engine/TLSEngineHandshakeTests.swift",
    "Sources/TLS/OpenSSL/": "Tests/TLSTests/Engine/TLSEngineTests.swift",
    "Sources/TLS/Stream/TLSTransport.swift": "Tests/TLSTests/Stream/TLSStreamTests.swift",
    "Sources/WebServer/HTTP2Request.swift": "Tests/WebServerTests/HTTP2ConnectionTests.swift",
    "Sources/WebServer/HTTP2RequestBody.swift": "Tests/WebServerTests/HTTP2ConnectionTests.swift",
  ]
}
