// Measurements of drawings (SVG) inside a page; `layout.js` comes before this.

/** Smallest legible text, in pixels. */
const SMALLEST_TEXT = 9;

const drawings = () => [...document.querySelectorAll("svg")].filter((svg) => !svg.ownerSVGElement && isSeen(svg));

/** Pieces of text that have their own position. */
function texts(svg) {
  const pieces = [...svg.querySelectorAll("text")].flatMap((text) => {
    const placed = [...text.querySelectorAll("tspan[x], tspan[y], tspan[dy]")];
    return placed.length > 0 ? placed : [text];
  });
  return pieces.filter((piece) => piece.textContent.trim() && isSeen(piece));
}

/** Corners of a text's box on the screen, rotated as the text is. */
function corners(text) {
  const { x, y, width, height } = text.getBBox();
  const matrix = text.getScreenCTM();
  const points = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  return points.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
}

/** Length that two ranges of numbers have in common. */
const common = (one, other) =>
  Math.min(Math.max(...one), Math.max(...other)) - Math.max(Math.min(...one), Math.min(...other));

/** Overlap of two boxes, in the direction in which it is smallest. */
function overlap(one, other) {
  // Most are far from each other.
  const [xs, ys] = [(point) => point.x, (point) => point.y];
  let least = Math.min(common(one.map(xs), other.map(xs)), common(one.map(ys), other.map(ys)));
  if (least <= 0) return least;
  for (const box of [one, other]) {
    for (const [from, to] of [[box[0], box[1]], [box[1], box[2]]]) {
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const along = (point) => (point.x * (to.x - from.x) + point.y * (to.y - from.y)) / length;
      least = Math.min(least, common(one.map(along), other.map(along)));
    }
  }
  return least;
}

/** Texts that leave their drawing, overlap, or are too small. */
function drawnTexts() {
  return drawings().flatMap((svg) => {
    const pieces = texts(svg).map((element) => ({
      text: `"${shortened(element.textContent)}"`, size: shownSize(element), box: corners(element),
    }));
    const tell = (rule, texts, detail) => ({ rule, place: `${place(svg)} ${texts}`.trim(), detail });
    return [...outside(svg, pieces, tell), ...small(pieces, tell), ...onEachOther(pieces, tell)];
  });
}

function outside(svg, pieces, tell) {
  const frame = svg.getBoundingClientRect();
  const far = ({ x, y }) => Math.max(frame.left - x, x - frame.right, frame.top - y, y - frame.bottom);
  return pieces.flatMap(({ text, box }) => {
    const out = Math.max(...box.map(far));
    return out > TOLERANCE ? [tell("svg-out", text, `it is ${Math.round(out)} px out of the drawing`)] : [];
  });
}

/** One finding per drawing, because a wrong size is wrong for many texts. */
function small(pieces, tell) {
  const found = pieces.filter(({ size }) => size < SMALLEST_TEXT).sort((a, b) => a.size - b.size);
  if (found.length === 0) return [];
  const [{ text, size }] = found;
  const detail = `${found.length} of its texts are smaller than ${SMALLEST_TEXT} px, ${text} is shown ${size.toFixed(1)} px high`;
  return [tell("svg-small", "", detail)];
}

function onEachOther(pieces, tell) {
  return pieces.flatMap((piece, index) => pieces.slice(index + 1)
    .filter((other) => overlap(piece.box, other.box) > TOLERANCE)
    .map((other) => tell("svg-overlap", `${piece.text} and ${other.text}`, "they overlap")));
}

function shownSize(text) {
  const matrix = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.b, matrix.d);
}

// Contrast of text in drawings, which axe does not check.

const known = new Map();
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** A computed colour as red, green, blue of 255, and alpha of 1; `null` for a gradient. */
function colour(text) {
  if (text === "none") return [0, 0, 0, 0];
  if (text.startsWith("url(")) return null;
  if (!known.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(text, [red, green, blue, alpha / 255]);
  }
  return known.get(text);
}

const over = (upper, lower, alpha) => lower.map((part, index) => upper[index] * alpha + part * (1 - alpha));

/** Relative luminance. Source: WCAG 2.2, its glossary. */
function luminance(rgb) {
  const linear = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Opacity of an element and all elements around it in its drawing. */
function opacity(element, svg) {
  let product = 1;
  for (let at = element; at && at !== svg.parentElement; at = at.parentElement) {
    product *= parseFloat(getComputedStyle(at).opacity);
  }
  return product;
}

/** The background of a drawing: those of everything around it; white paper has none. */
function ground(svg, isPaper) {
  const around = [];
  for (let at = svg; at; at = at.parentElement) around.unshift(at);
  const isDark = getComputedStyle(document.documentElement).colorScheme.includes("dark") &&
    matchMedia("(prefers-color-scheme: dark)").matches;
  const canvas = isDark && !isPaper ? [18, 18, 18] : [255, 255, 255];
  return around.reduce((below, element) => {
    const { backgroundColor, printColorAdjust } = getComputedStyle(element);
    if (isPaper && printColorAdjust !== "exact") return below;
    const [red, green, blue, alpha] = colour(backgroundColor);
    return over([red, green, blue], below, alpha);
  }, canvas);
}

/** The shapes drawn before a text, each with the box it fills; those in definitions are not drawn. */
const SHAPES = "rect, circle, ellipse, path, polygon";
function shapes(svg) {
  const drawn = [...svg.querySelectorAll(SHAPES)].filter((shape) => !shape.closest("defs, clipPath, mask, pattern, marker, symbol"));
  return drawn.filter(isSeen).map((shape) => {
    const style = getComputedStyle(shape);
    const fill = colour(style.fill);
    const alpha = (fill?.[3] ?? 1) * parseFloat(style.fillOpacity) * opacity(shape, svg);
    return { shape, fill, alpha, box: shape.getBoundingClientRect() };
  }).filter(({ alpha }) => alpha > 0);
}

/** Background colour at a point of a text, or `null` if it is not a plain colour. */
function background(at, text, drawn, below) {
  for (const { shape, fill, alpha, box } of drawn) {
    const isNear = at.x >= box.left && at.x <= box.right && at.y >= box.top && at.y <= box.bottom;
    if (!isNear) continue;
    const isBefore = shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (!isBefore) continue;
    if (!shape.isPointInFill(at.matrixTransform(shape.getScreenCTM().inverse()))) continue;
    if (!fill) return null;
    below = over(fill.slice(0, 3), below, alpha);
  }
  return below;
}

/** Least contrast of a text with its background at its start, middle and end. */
function leastContrast(text, svg, drawn, below) {
  const style = getComputedStyle(text);
  const fill = colour(style.fill);
  if (!fill) return Infinity;
  const alpha = fill[3] * parseFloat(style.fillOpacity) * opacity(text, svg);
  const box = corners(text);
  const ratios = [0.1, 0.5, 0.9].map((share) => {
    const between = (a, b, part) => a + (b - a) * part;
    const [top, bottom] = [[box[0], box[1]], [box[3], box[2]]]
      .map(([from, to]) => [between(from.x, to.x, share), between(from.y, to.y, share)]);
    const at = new DOMPoint((top[0] + bottom[0]) / 2, (top[1] + bottom[1]) / 2);
    const back = background(at, text, drawn, below);
    return back ? contrast(over(fill.slice(0, 3), back, alpha), back) : Infinity;
  });
  return Math.min(...ratios);
}

/** Texts in drawings with less contrast than WCAG 1.4.3 requires. */
function drawnContrast(isPaper) {
  const findings = [];
  for (const svg of drawings()) {
    const [drawn, below] = [shapes(svg), ground(svg, isPaper)];
    for (const text of texts(svg)) {
      const isBold = Number(getComputedStyle(text).fontWeight) >= 700;
      const wanted = shownSize(text) >= (isBold ? 18.66 : 24) ? 3 : 4.5;
      const ratio = leastContrast(text, svg, drawn, below);
      if (ratio < wanted) {
        const detail = `its contrast is ${ratio.toFixed(2)}, below ${wanted}`;
        findings.push({ rule: "svg-contrast", place: `${place(svg)} "${shortened(text.textContent)}"`, detail });
      }
    }
  }
  return findings;
}
