/** The buttons of a player: which are shown and enabled, and their icons; `PlayerUIState` in Swift. */
export class PlayerUIState {
  recHidden = false;
  recDisabled = false;
  /** @type {"blue"|"red"|"grey"} */
  recColor = "blue";
  recIcon = "record";
  /** Whether stop, back and forward are disabled. */
  playCtlDisabled = true;
  playDisabled = true;
  playIcon = "play";
  doneDisabled = false;
  doneIcon = "share";

  /** Updates the buttons for a state; what the state does not affect keeps its value. */
  propagate({ kind, mode }) {
    const canRecord = { recIcon: "record", recDisabled: false, recColor: "blue" };
    const stopped = { playIcon: "play", playCtlDisabled: true };
    const whereShown = (buttons) => (this.recHidden ? {} : buttons);
    switch (kind === "start" ? `start ${mode}` : kind) {
      case "start record":
        return this.#set({ recHidden: false, ...canRecord, ...stopped, playDisabled: true,
          doneDisabled: false, doneIcon: "share" });
      case "start play":
        return this.#set({ recHidden: true, ...stopped, playDisabled: false, doneIcon: "close" });
      case "start standby":
        return this.#set({ ...whereShown(canRecord), ...stopped, playDisabled: false,
          doneDisabled: false });
      case "recording":
        return this.#set({ recIcon: "stopRecording", recColor: "red", ...stopped,
          playDisabled: true, doneDisabled: true });
      case "paused":
        return this.#set({ ...whereShown(canRecord), playIcon: "play" });
      case "playing":
        return this.#set({ ...whereShown({ recDisabled: true, recColor: "grey" }),
          playIcon: "pause", playDisabled: false, playCtlDisabled: false });
    }
  }

  #set(buttons) {
    Object.assign(this, buttons);
  }
}
