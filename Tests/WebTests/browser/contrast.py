"""The contrast of what a page shows, computed from its styles (WCAG 2.2, 1.4.3 and 1.4.11)."""

# Returns what has too little contrast. Text needs 4.5 : 1, or 3 : 1 if it is large; borders and
# symbols need 3 : 1, and so does the ring of the focus.
TOO_LITTLE = """() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const known = new Map();
  const pixel = (color) => {
    if (!known.has(color)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
      known.set(color, [red, green, blue, alpha / 255]);
    }
    return known.get(color);
  };
  const over = ([...front], back) =>
    [0, 1, 2].map((at) => front[at] * front[3] + back[at] * (1 - front[3]));
  const around = (element) => {
    if (!element) return pixel(getComputedStyle(document.body).backgroundColor).slice(0, 3);
    const color = pixel(getComputedStyle(element).backgroundColor);
    return color[3] === 1 ? color.slice(0, 3) : over(color, around(element.parentElement));
  };
  const luminance = (color) => {
    const [red, green, blue] = color.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const found = [];
  const need = (least, what, element, color, back) => {
    const ratio = contrast(over(pixel(color), back), back);
    if (ratio < least - 0.005) {
      const text = name(element).slice(0, 40);
      found.push(`${what} of ${element.localName} ${text}: ${ratio.toFixed(2)}, not ${least}`);
    }
  };
  const perceived = (element) => shown(element) && element.getBoundingClientRect().width > 1
    && !element.closest(":disabled, [hidden], .unseen");
  const ownText = (element) =>
    [...element.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim());
  for (const element of document.body.querySelectorAll("*")) {
    if (!perceived(element) || element.closest("svg")) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const least = isLarge ? 3 : 4.5;
    const isField = element.matches("textarea, select, input:not([type=checkbox], [type=range])");
    if (ownText(element) || isField) need(least, "text", element, style.color, around(element));
    if (element.placeholder) {
      const {color} = getComputedStyle(element, "::placeholder");
      need(least, "placeholder", element, color, around(element));
    }
  }
  for (const control of controls().filter(perceived)) {
    const style = getComputedStyle(control);
    const outside = around(control.parentElement);
    const isNative = control.matches("[type=checkbox], [type=range]");
    const isDrawn = parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none"
      && pixel(style.borderTopColor)[3] > 0;
    if (isDrawn && !isNative) need(3, "border", control, style.borderTopColor, outside);
    if (isNative) need(3, "accent", control, style.accentColor, outside);
    const symbol = control.querySelector("svg");
    if (symbol) need(3, "symbol", control, getComputedStyle(symbol).fill, around(control));
    const before = document.activeElement;
    control.focus({preventScroll: true, focusVisible: true});
    const {outlineStyle, outlineColor} = getComputedStyle(control);
    const ring = outlineStyle === "none" ? "transparent" : outlineColor;
    if (control.matches(":focus-visible")) need(3, "focus ring", control, ring, outside);
    before?.focus({preventScroll: true});
  }
  return found;
}"""
