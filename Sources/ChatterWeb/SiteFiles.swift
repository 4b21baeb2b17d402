/// The files of the directory `Site`, which SwiftPM embeds in the program under their names without
/// directories.
enum SiteFiles {
  static let all: [(name: String, contents: [UInt8])] = [
    ("icons/icon-192.png", PackageResources.icon_192_png),
    ("icons/icon.svg", PackageResources.icon_svg),
    ("index.html", PackageResources.index_html),
    ("manifest.webmanifest", PackageResources.manifest_webmanifest),
    ("scripts/api/chatter-client.js", PackageResources.chatter_client_js),
    ("scripts/api/event-parser.js", PackageResources.event_parser_js),
    ("scripts/api/event-stream.js", PackageResources.event_stream_js),
    ("scripts/api/live-updates.js", PackageResources.live_updates_js),
    ("scripts/main.js", PackageResources.main_js),
    ("scripts/model/chatt.js", PackageResources.chatt_js),
    ("scripts/model/conversation.js", PackageResources.conversation_js),
    ("scripts/model/emitter.js", PackageResources.emitter_js),
    ("scripts/model/invitation.js", PackageResources.invitation_js),
    ("scripts/model/outbox.js", PackageResources.outbox_js),
    ("scripts/model/session.js", PackageResources.session_js),
    ("scripts/model/timeline.js", PackageResources.timeline_js),
    ("scripts/model/version.js", PackageResources.version_js),
    ("scripts/player/clip-player.js", PackageResources.clip_player_js),
    ("scripts/player/media-session.js", PackageResources.media_session_js),
    ("scripts/player/play-queue.js", PackageResources.play_queue_js),
    ("scripts/player/player-state.js", PackageResources.player_state_js),
    ("scripts/player/player-ui-state.js", PackageResources.player_ui_state_js),
    ("scripts/player/waveform.js", PackageResources.waveform_js),
    ("scripts/recorder/clip-encoder.js", PackageResources.clip_encoder_js),
    ("scripts/recorder/clip-recorder.js", PackageResources.clip_recorder_js),
    ("scripts/recorder/level-meter.js", PackageResources.level_meter_js),
    ("scripts/recorder/mp4-writer.js", PackageResources.mp4_writer_js),
    ("scripts/recorder/webm-reader.js", PackageResources.webm_reader_js),
    ("scripts/storage/database.js", PackageResources.database_js),
    ("scripts/storage/settings.js", PackageResources.settings_js),
    ("scripts/storage/site-cache.js", PackageResources.site_cache_js),
    ("scripts/texts.js", PackageResources.texts_js),
    ("scripts/trust.js", PackageResources.trust_js),
    ("scripts/views/composer-view.js", PackageResources.composer_view_js),
    ("scripts/views/elements.js", PackageResources.elements_js),
    ("scripts/views/format.js", PackageResources.format_js),
    ("scripts/views/header-view.js", PackageResources.header_view_js),
    ("scripts/views/message-view.js", PackageResources.message_view_js),
    ("scripts/views/notices.js", PackageResources.notices_js),
    ("scripts/views/player-view.js", PackageResources.player_view_js),
    ("scripts/views/recorder-view.js", PackageResources.recorder_view_js),
    ("scripts/views/sign-in-view.js", PackageResources.sign_in_view_js),
    ("scripts/views/timeline-view.js", PackageResources.timeline_view_js),
    ("scripts/views/version-view.js", PackageResources.version_view_js),
    ("service-worker.js", PackageResources.service_worker_js),
    ("start.js", PackageResources.start_js),
    ("styles/controls.css", PackageResources.controls_css),
    ("styles/messages.css", PackageResources.messages_css),
    ("styles/page.css", PackageResources.page_css),
    ("styles/trust.css", PackageResources.trust_css),
  ]

  /// The version of these files.
  static let version = SiteVersion(of: all)

  /// The files of the directory `Admin`, with their paths.
  static let admin: [(name: String, path: String, contents: [UInt8])] = [
    ("admin.html", "/admin", PackageResources.admin_html),
    ("admin.css", "/admin/admin.css", PackageResources.admin_css),
    ("admin.js", "/admin/admin.js", PackageResources.admin_js),
    ("metrics.js", "/admin/metrics.js", PackageResources.metrics_js),
  ]
}
