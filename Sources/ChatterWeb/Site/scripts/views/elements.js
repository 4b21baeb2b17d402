/** Returns the element of the page with an id. */
export function byID(id) {
  return document.getElementById(id);
}

/** Sets the text of an element, unless it has it: live regions speak what is set. */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Creates an element. Properties are attributes, except `on…`, which are listeners; those that are
 * false or null are left out. Texts become text, never HTML.
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element[name] = value;
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Returns a button with a text. */
export function textButton(text, onclick, className = null) {
  return make("button", { type: "button", onclick, class: className }, text);
}

/** Returns a button with a symbol of the page, and a label for everybody who does not see it. */
export function iconButton(name, label, onclick) {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  svg.append(document.createElementNS(namespace, "use"));
  svg.setAttribute("aria-hidden", "true");
  const button = make("button", { type: "button", class: "icon", onclick }, svg);
  setIcon(button, name, label);
  return button;
}

/** Changes what a button with a symbol shows and says. */
export function setIcon(button, name, label) {
  button.querySelector("use").setAttribute("href", `#icon-${name}`);
  button.setAttribute("aria-label", label);
  button.title = label;
}
