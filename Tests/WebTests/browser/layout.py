"""How the site looks, in pixels, and how it works with the keyboard."""

import re


class Layout:
    """How the page looks: a part of Page."""

    def content_width(self):
        """The width of everything that the page has, in pixels."""
        return self.run("() => document.scrollingElement.scrollWidth")

    def clipped(self):
        """The names of controls that are partly beside the viewport."""
        return self.run("""() => controls().filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1);
        }).map(name)""")

    def small_controls(self, size):
        """The names and sizes of controls that are narrower or lower than a size in pixels."""
        return self.run("""(size) => controls().filter((element) => {
          const box = (element.closest("label") ?? element).getBoundingClientRect();
          return box.width > 1 && (box.width < size || box.height < size);
        }).map((element) => {
          const box = element.getBoundingClientRect();
          return `${name(element)}: ${box.width} by ${box.height}`;
        })""", size)

    def shown_height(self, text):
        """How many pixels of a message's height the viewport shows, and nothing covers."""
        return self.run("""(wanted) => {
          const article = articles().find((one) => text(one) === wanted);
          const box = article.getBoundingClientRect();
          let height = 0;
          for (let y = Math.max(0, box.top); y < Math.min(innerHeight, box.bottom); y += 1) {
            const hit = document.elementFromPoint(box.left + box.width / 2, y);
            if (hit && article.contains(hit)) height += 1;
          }
          return height;
        }""", text)

    def direction_of(self, wanted):
        """The direction of a message's text: "ltr" or "rtl"."""
        return self.run("""(wanted) => {
          const article = articles().find((one) => text(one) === wanted);
          return getComputedStyle(article.querySelector("p[dir=auto]")).direction;
        }""", wanted)

    def isolates_directions(self):
        """Whether every text of a person is isolated from the directions of others."""
        return self.run("""() => articles().every((article) =>
          [...article.querySelectorAll("[dir=auto], bdi")].length >= 2
          && [...article.querySelectorAll("[dir=auto], bdi")].every((element) =>
            /isolate|plaintext/.test(getComputedStyle(element).unicodeBidi)))""")

    def foreign_elements(self):
        """Elements that the site does not make."""
        return self.run("""() => [...document.querySelectorAll(
          "main script, main img, main style, main h1:not(:first-of-type), [onmouseover]")].map(
          (element) => element.outerHTML)""")

    def watch_jumps(self):
        """Notes from now on how far messages move between frames without being scrolled."""
        self.run("""() => {
          window.testJump = 0;
          let anchor = null, top = 0, scrolled = 0;
          const look = () => {
            const now = anchor?.isConnected ? anchor.getBoundingClientRect().top : null;
            if (now !== null && !window.testScrolls) {
              window.testJump = Math.max(window.testJump, Math.abs(now - top));
            }
            window.testScrolls = false;
            anchor = articles().find((one) => one.getBoundingClientRect().bottom > 100) ?? null;
            top = anchor?.getBoundingClientRect().top;
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }""")

    def largest_jump(self):
        """The largest movement since watch_jumps(), in pixels."""
        return self.run("() => window.testJump")

    # The keyboard

    def tab_to(self, name, backward=False):
        """Presses Tab, or Shift and Tab, until a control with a name of NAMES has the focus."""
        pattern = re.compile(self.names[name])
        for _ in range(100):
            if pattern.search(self.focused_name()):
                return
            self.tab.press(*(["Shift"] if backward else []), "Tab")
        raise AssertionError(f"the Tab key does not reach {self.names[name]}")

    def focused_name(self):
        """The name of the control that has the focus."""
        return self.run("""() => document.activeElement === document.body
          ? "" : name(document.activeElement)""")

    def unreachable(self):
        """The names of controls that the Tab key does not reach."""
        reached = set()
        wanted = self.run("() => controls().filter((one) => one.tabIndex >= 0).map(name)")
        for _ in range(3 * len(wanted)):
            self.tab.press("Tab")
            reached.add(self.focused_name())
        return [name for name in wanted if name not in reached]

    def focus_is_visible(self):
        """Whether the focused control has an outline."""
        return self.run("""() => {
          const style = getComputedStyle(document.activeElement);
          return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
        }""")

    def bar_height(self):
        """The height of the highest bar of the last clip's waveform in the messages, in pixels."""
        return self.run("""() => {
          const canvas = [...document.querySelectorAll("article canvas")].at(-1);
          const {width, height} = canvas ?? {width: 0};
          if (!width) return 0;
          const {data} = canvas.getContext("2d").getImageData(0, 0, width, height);
          const hasBar = (row) => {
            for (let at = 0; at < width; at += 1) if (data[4 * (row * width + at) + 3]) return true;
            return false;
          };
          return Array.from({length: height}, (_, row) => row).filter(hasBar).length;
        }""")
