// Safari on an iPad says that it is a Macintosh, so the page has the steps for both. Only an iPad has
// a screen to touch.
const [mac, phone] = ["macOS", "iOS"].map((name) => document.getElementById(name));
if (mac && phone) {
  const other = navigator.maxTouchPoints > 1 ? mac : phone;
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  const [heading, ...steps] = other.children;
  summary.textContent = heading.textContent;
  details.append(summary, ...steps);
  other.remove();
  document.querySelector("details").before(details);
}
