/**
 * Creates an element. Properties are attributes, except `on…`, which are listeners; those that are
 * false or null are left out. Texts become text, never HTML.
 */
export function element(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Returns a symbol of the page, as a picture that assistive technology does not see. */
export function icon(name) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  const use = document.createElementNS(namespace, "use");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

/** Returns a button with an icon, and a label for everybody who does not see it. */
export function iconButton(name, label, onclick, properties = {}) {
  const all = { type: "button", class: "icon", "aria-label": label, title: label, onclick };
  return element("button", { ...all, ...properties }, icon(name));
}

/** Changes what a button of `iconButton` shows and says. */
export function setIcon(button, name, label) {
  button.querySelector("use").setAttribute("href", `#icon-${name}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}
