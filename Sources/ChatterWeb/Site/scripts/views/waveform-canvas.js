/** A clip whose loudest part is quieter than this is shown as quiet. */
const quietPeak = 0.05;
const barPixels = 3;
const lineHeight = 2;

/**
 * Draws a waveform, or a line without peaks. The played part, from 0 to 1, has the colour of the
 * text of the canvas, the rest that of its border.
 */
export function drawWaveform(canvas, peaks, played) {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (width === 0) return;
  const [wide, high] = [width * devicePixelRatio, height * devicePixelRatio];
  if (canvas.width !== Math.round(wide)) canvas.width = wide;
  if (canvas.height !== Math.round(high)) canvas.height = high;
  const context = canvas.getContext("2d");
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  const { color, borderColor } = getComputedStyle(canvas);
  const count = Math.max(1, Math.floor(width / barPixels));
  const loudest = Math.max(quietPeak, ...(peaks ?? []));
  for (let index = 0; index < count; index += 1) {
    const size = Math.max(lineHeight, (peakAt(peaks, index / count) / loudest) * height);
    context.fillStyle = index < played * count ? color : borderColor;
    context.fillRect(index * barPixels, (height - size) / 2, barPixels - 1, size);
  }
}

function peakAt(peaks, part) {
  return peaks?.[Math.floor(part * peaks.length)] ?? 0;
}
