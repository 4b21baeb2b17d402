/** The length of a file is read within this time. */
const milliseconds = 3000;

/** Whether a file begins as those of MPEG-4 do; whether the server accepts it, only it can say. */
export async function isM4A(file) {
  // A directory that was dropped cannot be read.
  return (await file.slice(4, 8).text().catch(() => "")) === "ftyp";
}

/** Returns the length of a clip in seconds; null if the browser cannot say it. */
export async function lengthOf(blob, { element = new Audio() } = {}) {
  const url = URL.createObjectURL(blob);
  try {
    return await new Promise((resolve) => {
      const found = () => {
        // A file in fragments has no length in its head: the end is searched.
        if (element.duration === Infinity) element.currentTime = Number.MAX_SAFE_INTEGER;
        else resolve(element.duration > 0 ? element.duration : null);
      };
      element.onloadedmetadata = element.ondurationchange = found;
      element.onerror = () => resolve(null);
      setTimeout(() => resolve(null), milliseconds);
      element.preload = "metadata";
      element.src = url;
    });
  } finally {
    element.removeAttribute("src");
    element.load();
    URL.revokeObjectURL(url);
  }
}
