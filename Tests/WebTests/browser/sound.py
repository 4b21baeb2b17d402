"""The recorder and the player of the site, as a person uses them."""

import base64
import re

from waiting import wait_until

TIME = re.compile(r"([0-9]+):([0-9]{2})")


class Recorder:
    """The page's recorder: a part of Page."""

    def start_recording(self, button="record"):
        """Presses a button that records, and continues after the explanation if there is one."""
        self.button(button).click()
        wait_until(lambda: self.recording() or self._allow(), "the recording starts")

    def _allow(self):
        for button in self.find_all("button", "allow"):
            button.click()
        return False

    def recording(self):
        """Whether the page records."""
        return bool(self.find_all("button", "stop recording"))

    def wait_for_sound(self, chunks=1):
        """Waits until the page has stored chunks of the recording, each with a second of sound."""
        wait_until(lambda: self.stored_chunks() >= chunks, f"{chunks} s of sound are stored")

    def recorded_seconds(self):
        """The length of the recording that the page shows."""
        text = self.run("() => document.querySelector('[role=timer]')?.textContent ?? ''")
        match = TIME.search(text)
        return int(match[1]) * 60 + int(match[2]) if match else 0

    def recording_text(self):
        """What the page says of the recording."""
        return self.run("() => document.getElementById('recording').innerText.trim()")

    def announced(self):
        """What a screen reader was given to say."""
        return self.run("() => [...document.querySelectorAll('#announcements p')]"
                        ".map((p) => p.textContent)")

    def level(self):
        """What the level meter shows, from 0 to 1."""
        return self.run("""() => {
          const meter = document.querySelector("meter, [role=meter]");
          return meter ? Number(meter.value ?? meter.getAttribute("aria-valuenow"))
            / Number(meter.max ?? meter.getAttribute("aria-valuemax") ?? 1) : 0;
        }""")

    def pause_recording(self):
        """Pauses the recording."""
        self.button("pause recording").click()
        self.find("button", "resume recording")

    def encoded_while_paused(self, milliseconds):
        """The state of the paused encoder, and how many bytes it makes within a time."""
        return self.run("""async (milliseconds) => {
          const recorder = window.testRecorder;
          let bytes = 0;
          recorder.addEventListener("dataavailable", ({data}) => { bytes += data.size; });
          const flush = async () => {
            const isFlushed = new Promise((done) =>
              recorder.addEventListener("dataavailable", done, {once: true}));
            recorder.requestData();
            return (await isFlushed).data.size;
          };
          while (await flush() > 0);
          bytes = 0;
          await new Promise((done) => setTimeout(done, milliseconds));
          await flush();
          return {state: recorder.state, bytes};
        }""", milliseconds)

    def resume_recording(self):
        """Continues the recording after a pause."""
        self.button("resume recording").click()
        self.find("button", "pause recording")

    def stop_recording(self):
        """Ends the recording when there is sound in it, so that it can be heard and posted."""
        self.wait_for_sound()
        self.button("stop recording").click()
        wait_until(self.can_listen, "the recording is finished")

    def can_listen(self):
        """Whether there is a recording that can be heard."""
        return bool(self.find_all("button", "listen"))

    def listen(self):
        """Plays the recording before it is posted."""
        self.button("listen").click()

    def attach(self, name, contents):
        """Chooses a file in place of a recording."""
        self.run("""(name, contents) => {
          const bytes = Uint8Array.from(atob(contents), (letter) => letter.charCodeAt(0));
          const chosen = new DataTransfer();
          chosen.items.add(new File([bytes], name));
          const input = document.querySelector("input[type=file]");
          input.files = chosen.files;
          input.dispatchEvent(new Event("change"));
        }""", name, base64.b64encode(contents).decode())

    def discard_recording(self):
        """Discards the recording."""
        self.button("discard").click()
        wait_until(lambda: not self.can_listen(), "the recording is discarded")

    def undo(self):
        """Brings back what was discarded."""
        self.button("undo").click()
        wait_until(self.can_listen, "the recording is back")

    def post_recording(self):
        """Posts the recording, with the text if there is one."""
        self.button("send").click()


class Player:
    """The page's player: a part of Page."""

    def clips(self):
        """The buttons that play the clips of the messages that the server has, oldest first."""
        buttons = self.find_all("button", "play")
        inside = self.run("""(...all) => all.map((one) => one.closest('article'))
          .map((article) => article !== null && !waits(article))""", *buttons)
        return [button for button, is_inside in zip(buttons, inside) if is_inside]

    def play(self, clip):
        """Plays a clip."""
        clip.click()

    def pause(self):
        """Pauses what is played."""
        self.button("pause", within=self.player).click()
        wait_until(lambda: self.playing_elements() == 0, "the clip pauses")

    @property
    def player(self):
        """The region with the controls of the clip that is played."""
        return self.find("region", "player")

    @property
    def slider(self):
        """The control for the position."""
        return self.find("slider", "position", within=self.player)

    def position(self):
        """The position in seconds that the slider has; 0 without a player."""
        return self.run("""() => {
          const slider = document.getElementById("position");
          return shown(slider) ? Number(slider.value) : 0;
        }""")

    def click_slider(self, part):
        """Clicks on the slider at a part of its width."""
        self.tab.pointer(self._on_slider(part), {"type": "pointerDown", "button": 0},
                         {"type": "pointerUp", "button": 0})

    def drag_slider(self, start, end):
        """Drags from one part of the slider's width to another."""
        self.tab.pointer(self._on_slider(start), {"type": "pointerDown", "button": 0},
                         {**self._on_slider(end), "duration": 200},
                         {"type": "pointerUp", "button": 0})

    def _on_slider(self, part):
        slider = self.slider
        width = slider.run("(slider) => slider.getBoundingClientRect().width")
        return slider.move(x=(part - 0.5) * width)

    def skip_forward(self):
        """Presses the button for ten seconds forward."""
        self.button("forward", within=self.player).click()

    def skip_back(self):
        """Presses the button for ten seconds back."""
        self.button("back", within=self.player).click()

    def set_rate(self, rate):
        """Chooses a rate."""
        self.find("combobox", "rate", within=self.player).run("""(select, rate) => {
          select.value = String(rate);
          select.dispatchEvent(new Event("change", {bubbles: true}));
        }""", rate)

    def play_all(self):
        """Plays all clips, beginning with the oldest."""
        self.button("play all").click()

    def media(self):
        """What the page's media element does: its address, position, rate, and whether it keeps the
        pitch."""
        return self.run("""() => {
          const all = [...window.testMedia];
          const element = all.find((one) => !one.paused) ?? all[0];
          return {url: element?.currentSrc ?? "", position: element?.currentTime,
            rate: element?.playbackRate, pitchKept: element?.preservesPitch};
        }""")

    def playing_elements(self):
        """The number of media elements that play."""
        return self.run("() => [...window.testMedia].filter((element) => !element.paused).length")

    def watch_titles(self):
        """Notes the titles of the clips that are played from now on."""
        self.run("""() => {
          const title = document.getElementById("player-title");
          window.testTitles = [];
          new MutationObserver(() => window.testTitles.push(title.textContent))
            .observe(title, {childList: true});
        }""")

    def titles(self):
        """The titles of the clips that were played, in order."""
        return self.run("() => window.testTitles")

    def unheard(self):
        """The texts of the messages whose clips are marked as new."""
        return self.run("() => articles().filter((a) => a.classList.contains('new')).map(text)")

    def download(self, url):
        """A clip's bytes, as the page receives them."""
        return base64.b64decode(
            self.run("async (url) => base64(await (await fetch(url)).blob())", url))
