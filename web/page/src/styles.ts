// Styles that are loaded with the part that they are for.

/** Adds styles to the page. */
export function adopt(styles: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}
