// Measurements inside a page: overflow, scrolling, cut-off content, focus, and print.
//
// Functions return findings, each `{ rule, place, detail }`.

/** Overflow in pixels that is not reported, because sizes are rounded. */
const TOLERANCE = 1;
/** Elements whose contents the browser lays out. */
const REPLACED = "input, select, textarea, img, video, canvas, iframe, object, meter, progress";

const shortened = (text) => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${line.slice(0, 60)}...` : line;
};

/** A readable selector, from the nearest identifier above, or the body. */
function place(element) {
  const parts = [];
  for (let at = element; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
    if (at.id) {
      parts.unshift(`#${CSS.escape(at.id)}`);
      return parts.join(" > ");
    }
    const alike = [...(at.parentElement?.children ?? [])].filter((other) => other.localName === at.localName);
    const number = alike.length > 1 ? `:nth-of-type(${alike.indexOf(at) + 1})` : "";
    parts.unshift(at.localName + number);
  }
  return ["body", ...parts].join(" > ");
}

function isSeen(element) {
  const box = element.getBoundingClientRect();
  const options = { opacityProperty: true, visibilityProperty: true };
  return box.width > 0 && box.height > 0 && element.checkVisibility(options);
}

/** Text only for screen readers is in a box of one pixel, or clipped to nothing. */
function isForReadersAlone(element) {
  const { clip, clipPath } = getComputedStyle(element);
  return element.clientWidth <= 1 || element.clientHeight <= 1 || clipPath.startsWith("inset(50%") || clip !== "auto";
}

const scrolls = (element) =>
  ["auto", "scroll"].includes(getComputedStyle(element).overflowX) &&
  element.scrollWidth > element.clientWidth + TOLERANCE;
const cuts = (overflow) => ["hidden", "clip"].includes(overflow);

/** Whether an element is in a box that scrolls, or that is reported itself. */
function isHeld(element) {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
    if (scrolls(at) || cuts(getComputedStyle(at).overflowX)) return true;
  }
  return false;
}

const hasName = (element) =>
  Boolean(element.ariaLabel?.trim()) ||
  (element.getAttribute("aria-labelledby") ?? "").split(/\s+/)
    .some((id) => id && document.getElementById(id)?.textContent.trim());

/** A box that scrolls sideways must be reachable with the keyboard and have a label; print cannot scroll. */
function scroller(element, isPaper) {
  const hidden = element.scrollWidth - element.clientWidth;
  const tell = (detail) => [{ rule: "scroll", place: place(element), detail }];
  if (isPaper) return tell(`${hidden} px of it are not on paper`);
  if (element.tabIndex < 0) return tell("it scrolls sideways but cannot have the focus (tabindex=0)");
  if (!hasName(element)) return tell("it scrolls sideways but has no label");
  return [];
}

/** Contents that a box cuts off. */
function cut(element, isPaper) {
  const { overflowX, overflowY } = getComputedStyle(element);
  if (element.matches(REPLACED) || isForReadersAlone(element)) return [];
  const [wide, high] = [element.scrollWidth - element.clientWidth, element.scrollHeight - element.clientHeight];
  const cutsBelow = cuts(overflowY) || (isPaper && ["auto", "scroll"].includes(overflowY));
  const details = [];
  if (cuts(overflowX) && wide > TOLERANCE) details.push(`${wide} px on its right are cut off`);
  if (cutsBelow && high > TOLERANCE) details.push(`${high} px at its bottom are cut off`);
  return details.map((detail) => ({ rule: "cut", place: place(element), detail }));
}

/** Distance of a box beyond the page's edges. */
function beyond(element, width) {
  const box = element.getBoundingClientRect();
  const [left, right] = [-(box.left + scrollX), box.right + scrollX - width];
  return Math.max(left, right);
}

/** Everything that is beyond the sides of the page, scrolls sideways, or is cut off. */
function layout(isPaper) {
  const root = document.scrollingElement;
  const width = root.clientWidth;
  const findings = [];
  if (root.scrollWidth > width) {
    findings.push({ rule: "overflow", place: "the page", detail: `it is ${root.scrollWidth} px wide, but ${width} fit` });
  }
  // Contents of drawings are measured in drawings.js.
  for (const element of document.body.querySelectorAll("*:not(svg *)")) {
    if (!isSeen(element)) continue;
    const isBeyond = (one) => beyond(one, width) > TOLERANCE && !isHeld(one);
    if (isBeyond(element) && !isBeyond(element.parentElement)) {
      const far = Math.round(beyond(element, width));
      findings.push({ rule: "overflow", place: place(element), detail: `it is ${far} px beyond the page` });
    }
    if (element instanceof SVGElement) continue;
    if (scrolls(element)) findings.push(...scroller(element, isPaper));
    findings.push(...cut(element, isPaper));
  }
  return findings;
}

/** Opens closed parts, so that they are checked too. */
function unfold() {
  for (const details of document.querySelectorAll("details")) {
    details.removeAttribute("name");
    details.open = true;
  }
}

/** Finishes animations, because colours between two schemes are in neither. */
function settle() {
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime < Infinity) animation.finish();
  }
}

/** Scripts, and attributes that are scripts. */
function scripts() {
  const isHandler = (element) => [...element.attributes].some((attribute) => attribute.name.startsWith("on"));
  const found = [...document.querySelectorAll("*")].filter((element) => element.localName === "script" || isHandler(element));
  return found.map((element) => ({ rule: "script", place: place(element), detail: "a page may not have scripts" }));
}

/** Spaces between lines, letters and words as a reader may set them. Source: WCAG 2.2, 1.4.12. */
function spaceOut() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*:not(svg *) { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}

/** Printed width on A4, which is narrower than Letter; margins are 1 cm unless the page sets them. */
function paperWidth() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const all = rules.flatMap((rule) => (rule instanceof CSSMediaRule && rule.media.mediaText === "print" ? [...rule.cssRules] : [rule]));
  const pages = all.filter((rule) => rule instanceof CSSPageRule && !rule.selectorText);
  const set = (name) => pages.map((rule) => rule.style.getPropertyValue(name)).filter(Boolean).pop();
  const paper = set("size")?.includes("landscape") ? "297mm" : "210mm";
  const probe = document.createElement("div");
  probe.style.cssText = `position: absolute; width: calc(${paper} - ${set("margin-left") ?? "1cm"} - ${set("margin-right") ?? "1cm"})`;
  document.body.append(probe);
  const width = Math.floor(probe.getBoundingClientRect().width);
  probe.remove();
  return width;
}

/** Removes backgrounds, as printers do by default. */
function leaveOutBackgrounds() {
  const all = [...document.querySelectorAll("*:not(svg *)")];
  const left = all.filter((element) => getComputedStyle(element).printColorAdjust !== "exact");
  for (const element of left) element.style.setProperty("background", "none", "important");
  document.documentElement.style.setProperty("background", "#fff", "important");
}

const LOOKS = ["outline", "boxShadow", "borderTopColor", "borderBottomColor", "backgroundColor", "color", "textDecoration"];
const looks = (element) => {
  const style = getComputedStyle(element);
  return LOOKS.map((name) => style[name]).join("; ");
};
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
const unfocused = new Map();

/** Records the look of every element that can have the focus, and returns their number. */
function rememberLooks() {
  const all = [...document.querySelectorAll(FOCUSABLE)].filter((element) => element.tabIndex >= 0 && isSeen(element));
  for (const element of all) unfocused.set(element, looks(element));
  return all.length;
}

/** Whether the focus is visible. */
function focus() {
  const element = document.activeElement;
  const before = unfocused.get(element);
  unfocused.delete(element);
  if (before === undefined || before !== looks(element)) return [];
  return [{ rule: "focus", place: place(element), detail: "it looks the same with the focus and without" }];
}

/** Elements that the key Tab has not reached. */
const unreached = () =>
  [...unfocused.keys()].map((element) => ({ rule: "focus", place: place(element), detail: "the key Tab does not reach it" }));
