extension HouseRules {
  /// Source files without tests of their own, and the test file through which each is tested; an
  /// entry with a slash at its end stands for all such files of a folder.
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
    "Sources/ChatterAudio/MediaControls/":
      "Tests/ChatterAudioTests/Queue/PlaybackQueue+MediaTests.swift",
    "Sources/ChatterAudio/Player/SkipInterval.swift":
      "Tests/ChatterAudioTests/Player/AudioPlayer+TapsTests.swift",
    "Sources/ChatterAudio/Recorder/RecorderEvent.swift":
      "Tests/ChatterAudioTests/Recorder/AudioRecorderTests.swift",
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
    "Sources/ChatterAudio/Engine/AudioSink.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/Engine/AudioSource.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/GStreamer/SystemThread+Audio.swift":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/GStreamer/ClipSamples.swift":
      "Tests/ChatterAudioTests/GStreamer/GStreamerEngineTests.swift",
    "Sources/ChatterAudio/GStreamer/Files/PrivateFolder.swift":
      "Tests/ChatterAudioTests/GStreamer/Files/ProgressiveFileTests.swift",
    "Sources/ChatterAudio/GStreamer/Handles/":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/GStreamer/PipelineControl.swift":
      "Tests/ChatterAudioTests/GStreamer/PipelineThreadTests.swift",
    "Sources/ChatterAudio/GStreamer/SinkBranch.swift":
      "Tests/ChatterAudioTests/GStreamer/SourceBranchTests.swift",
    "Sources/ChatterAudio/SessionBus/BusConnection.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/BusConnection+Setup.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/BusPatience.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterAudio/SessionBus/SessionBusError.swift":
      "Tests/ChatterAudioTests/SessionBus/SessionBusControlsTests.swift",
    "Sources/ChatterSpeech/SpeechRecognition.swift":
      "Tests/ChatterSpeechTests/SphinxTranscriberTests.swift",
    "Sources/ChatterSpeech/Sphinx/SphinxDecoder.swift":
      "Tests/ChatterSpeechTests/SphinxTranscriberTests.swift",
    "Sources/ChatterServer/Lists/Refresh/ListChange.swift":
      "Tests/ChatterServerTests/Lists/ListReaderTests.swift",
    "Sources/ChatterServer/Lists/Refresh/ListLoading.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/ChatterServer/Lists/Refresh/OlderRows.swift":
      "Tests/ChatterServerTests/Lists/ListStreamTests.swift",
    "Sources/ChatterServer/Lists/Rows/ListRow.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/ChatterServer/Lists/Rows/ListRow+Runs.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/ClipIndex.swift":
      "Tests/ChatterServerTests/Lists/ListMemoryTests.swift",
    "Sources/ChatterServer/Lists/Rows/EncodedRows.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment+Audio.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Rows/Segment+Changes.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListFrame.swift":
      "Tests/ChatterServerTests/Lists/ListFieldsTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListSource.swift":
      "Tests/ChatterServerTests/Lists/ListReaderTests.swift",
    "Sources/ChatterServer/Policies/MeteredBody.swift":
      "Tests/ChatterServerTests/Policies/RateLimiterTests.swift",
    "Sources/ChatterServer/Lists/Responses/ListContent.swift":
      "Tests/ChatterServerTests/Lists/SegmentedListTests.swift",
    "Sources/ChatterServer/ServiceEvent.swift":
      "Tests/ChatterServerTests/Lists/ListReader+PollsTests.swift",
    "Sources/HTTP/ContentCoding/Deflater.swift":
      "Tests/HTTPTests/ContentCoding/DeflatedPieceTests.swift",
    "Sources/HTTP/ContentCoding/Inflater.swift":
      "Tests/HTTPTests/ContentCoding/InflatedBodyTests.swift",
    "Sources/ChatterServer/Store/Keys/KeyStatements.swift":
      "Tests/ChatterServerTests/Store/Keys/PostgresTimeline+KeysTests.swift",
    "Sources/HTTP/Fields/HeaderFieldError.swift": "Tests/HTTPTests/FieldValueTests.swift",
    "Sources/HTTP/HTTP1/HTTP1SessionError.swift":
      "Tests/HTTPTests/HTTP1Session+ExchangeTests.swift",
    "Sources/HTTP/HTTP1/ResponseWriterError.swift": "Tests/HTTPTests/ResponseWriterTests.swift",
    "Sources/HTTP/HTTP2/Frames/FrameCallbacks.swift":
      "Tests/HTTPTests/HTTP2/HTTP2SessionTests.swift",
    "Sources/HTTP/HTTP2/Frames/FrameSession.swift":
      "Tests/HTTPTests/HTTP2/HTTP2SessionTests.swift",
    "Sources/HTTP/HTTP2/HTTP2ErrorCode.swift": "Tests/HTTPTests/HTTP2/HTTP2FloodTests.swift",
    "Sources/HTTP/HTTP2/HTTP2SessionError.swift":
      "Tests/HTTPTests/HTTP2/HTTP2Session+ExchangeTests.swift",
    "Sources/HTTP/HTTP2/HTTP2Stream.swift":
      "Tests/HTTPTests/HTTP2/HTTP2Session+ExchangeTests.swift",
    "Sources/HTTP/Messages/ClientAddress.swift":
      "Tests/WebServerTests/ClientAddress+SocketTests.swift",
    "Sources/HTTP/Messages/HTTPVersion.swift": "Tests/HTTPTests/RequestParserTests.swift",
    "Sources/HTTP/Messages/ResponseLease.swift": "Tests/WebServerTests/ConnectionCutTests.swift",
    "Sources/HTTP/Messages/RequestID.swift": "Tests/HTTPTests/RequestTests.swift",
    "Sources/HTTP/Messages/Response.swift": "Tests/HTTPTests/ResponseWriterTests.swift",
    "Sources/HTTP/Messages/TrackedResponse.swift":
      "Tests/WebServerTests/TrackedResponse+SocketTests.swift",
    "Sources/Program/ProcessMemory.swift": "Tests/EndToEndTests/Torture/SoakTests.swift",
    "Sources/Program/FileError.swift": "Tests/ProgramTests/WholeFileTests.swift",
    "Sources/Postgres/Connection/PipelineOutcome.swift":
      "Tests/PostgresTests/PostgresConnection+PipelineTests.swift",
    "Sources/Postgres/Connection/PostgresConfiguration.swift":
      "Tests/PostgresTests/PostgresConnectionTests.swift",
    "Sources/Postgres/Errors/SQLState.swift": "Tests/PostgresTests/ServerErrorTests.swift",
    "Sources/Postgres/Migrations/MigrationError.swift": "Tests/PostgresTests/MigratorTests.swift",
    "Sources/Postgres/Migrations/MigrationStatus.swift": "Tests/PostgresTests/MigratorTests.swift",
    "Sources/Postgres/Pool/PoolLimits.swift": "Tests/PostgresTests/PoolMachineTests.swift",
    "Sources/ChatterServer/Retention/RetentionLimits.swift":
      "Tests/chatterdTests/Configuration/StorageOptionsTests.swift",
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
    "Sources/Sockets/Threads.swift": "Tests/ThreadsTests/LockTests.swift",
    "Sources/TLS/Certificates/CertificateFiles.swift":
      "Tests/TLSTests/Certificates/CertifiedKeyTests.swift",
    "Sources/TLS/Certificates/CertificateFolder.swift":
      "Tests/TLSTests/Certificates/CertificateFileTests.swift",
    "Sources/TLS/Certificates/CertificateKeyKind.swift":
      "Tests/TLSTests/Certificates/CertificateRequestTests.swift",
    "Sources/TLS/Certificates/PreparedFile.swift":
      "Tests/TLSTests/Certificates/CertificateFileTests.swift",
    "Sources/TLS/Context/ServerDecisions.swift":
      "Tests/TLSTests/Context/ApplicationProtocolsTests.swift",
    "Sources/TLS/Engine/TLSEvent.swift": "Tests/TLSTests/Engine/TLSEngineTests.swift",
    "Sources/TLS/Engine/TLSSessionFacts.swift":
      "Tests/TLSTests/Engine/TLSEngineHandshakeTests.swift",
    "Sources/TLS/OpenSSL/": "Tests/TLSTests/Engine/TLSEngineTests.swift",
    "Sources/TLS/Stream/TLSTransport.swift": "Tests/TLSTests/Stream/TLSStreamTests.swift",
    "Sources/WebServer/HTTP2Exchange.swift": "Tests/WebServerTests/HTTP2ConnectionTests.swift",
    "Sources/WebServer/HTTP2RequestBody.swift":
      "Tests/WebServerTests/HTTP2ConnectionTests.swift",
    "Sources/chatterd/CommandLine/Command+Run.swift": "Tests/chatterdTests/ChatterdTests.swift",
    "Sources/chatterd/CommandLine/Command.swift":
      "Tests/chatterdTests/CommandLine/CommandParserTests.swift",
    "Sources/chatterd/CommandLine/HelpTopic.swift":
      "Tests/chatterdTests/CommandLine/CommandParserTests.swift",
    "Sources/chatterd/Configuration/DatabaseOptions.swift":
      "Tests/chatterdTests/Configuration/DatabaseChoiceTests.swift",
    "Sources/chatterd/Configuration/LogOptions.swift":
      "Tests/chatterdTests/Configuration/ConfigurationTests.swift",
    "Sources/chatterd/Configuration/MigrateOptions.swift":
      "Tests/chatterdTests/CommandLine/CommandParserTests.swift",
    "Sources/chatterd/Log/LogFormat.swift": "Tests/chatterdTests/Log/LogLineTests.swift",
    "Sources/chatterd/Log/LogValue.swift": "Tests/chatterdTests/Log/LogLineTests.swift",
    "Sources/chatterd/Log/WallTime.swift": "Tests/chatterdTests/Log/TimestampWriterTests.swift",
    "Sources/chatterd/Options/Option.swift": "Tests/chatterdTests/Options/OptionTableTests.swift",
    "Sources/chatterd/Options/OptionKey.swift":
      "Tests/chatterdTests/Options/OptionTableTests.swift",
    "Sources/chatterd/Startup/StartupFacts.swift":
      "Tests/chatterdTests/Startup/StartupTextTests.swift",
    "Sources/chatterd/Version.swift": "Tests/chatterdTests/ChatterdTests.swift",
    "Sources/chatterd/Verbs/App.swift": "Tests/EndToEndTests/Contract/CallsTests.swift",
    "Sources/chatterd/Verbs/Cert.swift": "Tests/EndToEndTests/Contract/CertificateTests.swift",
    "Sources/chatterd/Verbs/DataDirectory.swift":
      "Tests/EndToEndTests/Lifecycle/ExitCodeTests.swift",
    "Sources/chatterd/Verbs/Database+Disk.swift":
      "Tests/EndToEndTests/Lifecycle/FullDiskTests.swift",
    "Sources/chatterd/Verbs/Database.swift":
      "Tests/EndToEndTests/Lifecycle/PrivateClusterTests.swift",
    "Sources/chatterd/Verbs/Migrate.swift": "Tests/EndToEndTests/Lifecycle/MigrateTests.swift",
    "Sources/chatterd/Verbs/ServiceUser.swift":
      "Tests/EndToEndTests/Lifecycle/PrivilegesTests.swift",
    "Sources/chatterd/Verbs/Serve.swift": "Tests/EndToEndTests/Lifecycle/StopTests.swift",
    "Sources/chatterd/Verbs/ServerCertificate.swift":
      "Tests/EndToEndTests/Lifecycle/ReloadTests.swift",
    "Sources/chatterd/Verbs/Retention+Log.swift":
      "Tests/EndToEndTests/Lifecycle/TimelineLimitsTests.swift",
    "Sources/chatterd/Verbs/InterruptibleStep.swift":
      "Tests/EndToEndTests/Lifecycle/StopTests.swift",
    "Sources/chatterd/Verbs/StopSignal.swift": "Tests/EndToEndTests/Lifecycle/StopTests.swift",
    "Sources/chatterd/Verbs/VerbError.swift": "Tests/EndToEndTests/Lifecycle/ExitCodeTests.swift",
    "Sources/chatter/ChatterProgram.swift": "Tests/chatterTests/Terminal/TerminalTests.swift",
    "Sources/chatter/Version.swift": "Tests/chatterTests/CommandLine/CommandParserTests.swift",
    "Sources/chatter/CommandLine/Verb.swift":
      "Tests/chatterTests/CommandLine/OptionTableTests.swift",
    "Sources/chatter/CommandLine/Shell.swift": "Tests/chatterTests/Documents/CompletionTests.swift",
    "Sources/chatter/CommandLine/OptionKey.swift":
      "Tests/chatterTests/CommandLine/OptionTableTests.swift",
    "Sources/chatter/CommandLine/Option.swift":
      "Tests/chatterTests/CommandLine/OptionTableTests.swift",
    "Sources/chatter/CommandLine/ValueSyntax.swift":
      "Tests/chatterTests/CommandLine/CommandParserTests.swift",
    "Sources/chatter/CommandLine/OptionValues.swift":
      "Tests/chatterTests/CommandLine/CommandParserTests.swift",
    "Sources/chatter/CommandLine/Command.swift":
      "Tests/chatterTests/CommandLine/CommandParserTests.swift",
    "Sources/chatter/Settings/TrustChoice.swift": "Tests/chatterTests/Settings/SettingsTests.swift",
    "Sources/chatter/Settings/SettingsValue.swift":
      "Tests/chatterTests/Settings/SettingsTests.swift",
    "Sources/chatter/Settings/SettingsError.swift":
      "Tests/chatterTests/Settings/SettingsTests.swift",
    "Sources/chatter/Sound/SoundChoice+Engine.swift":
      "Tests/chatterTests/Sound/SoundSourceTests.swift",
    "Sources/chatter/Sound/SoundChoice.swift": "Tests/chatterTests/Sound/SoundSourceTests.swift",
    "Sources/chatter/Terminal/Key.swift": "Tests/chatterTests/Terminal/KeyParserTests.swift",
    "Sources/chatter/Terminal/EscapeSequence.swift":
      "Tests/chatterTests/Terminal/KeyParserTests.swift",
    "Sources/chatter/Terminal/Style.swift": "Tests/chatterTests/Terminal/LookTests.swift",
    "Sources/chatter/Terminal/TerminalEvent.swift":
      "Tests/chatterTests/FrontEnd/FrontEndTests.swift",
    "Sources/chatter/Terminal/TerminalSize.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Terminal/TerminalDevice.swift":
      "Tests/chatterTests/FrontEnd/FrontEndTests.swift",
    "Sources/chatter/Terminal/TerminalState.swift":
      "Tests/chatterTests/Terminal/TerminalTests.swift",
    "Sources/chatter/Terminal/HeldErrors.swift":
      "Tests/EndToEndTests/FrontEnd/ChatterTerminalTests.swift",
    "Sources/chatter/Terminal/TerminalSignals.swift":
      "Tests/chatterTests/Terminal/TerminalTests.swift",
    "Sources/chatter/Terminal/ReadAhead.swift":
      "Tests/chatterTests/Terminal/TerminalReaderTests.swift",
    "Sources/chatter/Screens/PlayerView.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/TimelineRow.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/FrontEndAction.swift":
      "Tests/chatterTests/Screens/FrontEndModelTests.swift",
    "Sources/chatter/Screens/Glyphs.swift": "Tests/chatterTests/Terminal/CellWidthTests.swift",
    "Sources/chatter/Screens/Rule.swift": "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/TimelinePane.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/PlayerPane.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/HelpPane.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/FrontEnd/ChattSource.swift": "Tests/chatterTests/FrontEnd/FrontEndTests.swift",
    "Sources/chatter/FrontEnd/Listening.swift": "Tests/chatterTests/FrontEnd/FrontEndTests.swift",
    "Sources/chatter/FrontEnd/AudioPlayer+Listening.swift":
      "Tests/chatterTests/FrontEnd/FrontEndTests.swift",
    "Sources/chatter/FrontEnd/CompletionPatience.swift":
      "Tests/chatterTests/FrontEnd/FrontEndSessionTests.swift",
    "Sources/chatter/FrontEnd/FrontEndEnding.swift":
      "Tests/chatterTests/FrontEnd/PlainFrontEndTests.swift",
    "Sources/chatter/FrontEnd/PlainNumbers.swift":
      "Tests/chatterTests/FrontEnd/PlainChangesTests.swift",
    "Sources/chatter/FrontEnd/TimelineList.swift":
      "Tests/chatterTests/FrontEnd/FrontEndSessionTests.swift",
    "Sources/chatter/Screens/Notice.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Screens/MessagePane.swift":
      "Tests/chatterTests/Screens/FrontEndScreenTests.swift",
    "Sources/chatter/Verbs/App.swift": "Tests/EndToEndTests/FrontEnd/ChatterProgramTests.swift",
    "Sources/chatter/Verbs/Trouble.swift": "Tests/chatterTests/Verbs/PostVerbTests.swift",
    "Sources/chatter/Verbs/Console.swift": "Tests/chatterTests/Verbs/ListVerbTests.swift",
    "Sources/chatter/Verbs/ChattJSON.swift": "Tests/chatterTests/Verbs/ListVerbTests.swift",
    "Sources/chatter/Verbs/Recording.swift": "Tests/chatterTests/Verbs/RecordVerbTests.swift",
  ]
}
