// Style of the editor, in the colours of the page; completion and search have theirs.

import { EditorView } from "@codemirror/view";

export const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--paper)", color: "var(--ink)", fontSize: "var(--code-size)" },
  // The element around the editor shows the focus; here the line numbers would cover one side of the outline.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", containerType: "inline-size" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0", outline: "none" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--ink-soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line-active)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection)" },
  ".cm-now": { backgroundColor: "var(--now)", boxShadow: "inset 3px 0 0 var(--accent)" },
  ".cm-now-fault": { backgroundColor: "var(--wrong-soft)", boxShadow: "inset 3px 0 0 var(--wrong)" },
  ".cm-breaks": { width: "1.4em", cursor: "pointer" },
  ".cm-breaks .cm-gutterElement": { paddingLeft: "4px", textAlign: "center" },
  ".cm-breaks .cm-gutterElement:hover": { backgroundColor: "var(--line-active)" },
  ".cm-break": { color: "var(--wrong)" },
  ".cm-heats .cm-gutterElement": { padding: "0", minWidth: "3.2em" },
  ".cm-heat": { display: "block", textAlign: "right", padding: "0 5px", fontSize: "0.85em", color: "var(--ink)" },
  ".cm-heat-0": { color: "var(--ink-soft)" },
  ".cm-heat-1": { backgroundColor: "color-mix(in srgb, var(--heat) 6%, transparent)" },
  ".cm-heat-2": { backgroundColor: "color-mix(in srgb, var(--heat) 13%, transparent)" },
  ".cm-heat-3": { backgroundColor: "color-mix(in srgb, var(--heat) 22%, transparent)" },
  ".cm-heat-4": { backgroundColor: "color-mix(in srgb, var(--heat) 33%, transparent)" },
  ".cm-heat-5": { backgroundColor: "color-mix(in srgb, var(--heat) 46%, transparent)" },
  ".cm-wrong": { textDecoration: "underline wavy 1.5px", textUnderlineOffset: "3px" },
  ".cm-wrong-error": { textDecorationColor: "var(--wrong)" },
  ".cm-wrong-warning": { textDecorationColor: "var(--warn)" },
  ".cm-message": {
    fontFamily: "var(--sans)", fontSize: "0.93em", padding: "3px 12px 4px 10px", margin: "0 8px", borderRadius: "6px",
    display: "flex", gap: "8px", alignItems: "baseline", whiteSpace: "normal", color: "var(--ink)",
    // The visible width next to the line numbers, however long the source lines are.
    maxWidth: "calc(100cqw - 9em)",
  },
  ".cm-message > span:nth-child(2)": { flex: "1" },
  ".cm-message code": { fontFamily: "var(--mono)", fontSize: "0.95em" },
  ".cm-message-kind": { fontWeight: "650" },
  ".cm-message-error": { backgroundColor: "var(--wrong-soft)" },
  ".cm-message-error .cm-message-kind": { color: "var(--wrong)" },
  ".cm-message-warning": { backgroundColor: "var(--warn-soft)" },
  ".cm-message-warning .cm-message-kind": { color: "var(--warn)" },
  ".cm-message button": {
    font: "inherit", fontFamily: "var(--mono)", fontSize: "0.9em", color: "inherit", background: "transparent", cursor: "pointer",
    border: "1px solid currentColor", borderRadius: "5px", padding: "1px 6px", minHeight: "24px",
  },
  ".cm-message button:focus-visible": { outline: "2px solid var(--accent)", outlineOffset: "1px" },
  "@media (forced-colors: active)": {
    ".cm-now": { outline: "2px solid Highlight", outlineOffset: "-2px" },
    ".cm-now-fault": { outline: "3px double CanvasText", outlineOffset: "-3px" },
    ".cm-break": { forcedColorAdjust: "none", color: "Highlight" },
    ".cm-message": { border: "1px solid CanvasText" },
  },
});
