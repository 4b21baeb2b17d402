// Paints the page before its modules are loaded. A page in the background is not painted at all.
if (!document.hidden) {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
await import("./page.js");
