// Documentation as pages: the Markdown files of `docs`, next to the page.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";

const POLICY = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'";
const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Name of the page for a Markdown file of `docs`. */
const nameOf = (file) => (file === "README.md" ? "index.html" : file.replace(/\.md$/, ".html"));

/**
 * Writes each Markdown file of `docs` as a page into a folder, with the pictures.
 *
 * A link to another file of the repository leads there if its address is known; otherwise it is only its text.
 */
export function writeDocs(root, folder, style, repository) {
  const docs = join(root, "docs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(docs);
  for (const name of names) if (/\.(png|svg)$/.test(name)) cpSync(join(docs, name), join(folder, name));
  cpSync(style, join(folder, "docs.css"));
  const sources = names.filter((name) => name.endsWith(".md"));
  const target = (href) => {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const [path, fragment] = href.split("#");
    const place = posix.normalize(posix.join("docs", path));
    const own = sources.find((name) => `docs/${name}` === place);
    if (own) return fragment ? `${nameOf(own)}#${fragment}` : nameOf(own);
    return repository && existsSync(join(root, place)) ? `${repository}/blob/main/${place}` : null;
  };
  const renderer = {
    link({ href, tokens }) {
      // Names of files are names of pages here.
      const [text, to] = [this.parser.parseInline(tokens).replace(/^([\w-]+)\.md$/, "$1"), target(href)];
      return to === null ? text : `<a href="${escaped(to)}">${text}</a>`;
    },
  };
  for (const name of sources) {
    const text = readFileSync(join(docs, name), "utf8");
    const body = new Marked(gfmHeadingId(), { renderer }).parse(text)
      // Wide parts scroll by themselves, also by keyboard.
      .replaceAll("<pre>", '<pre tabindex="0">')
      .replaceAll("<table>", '<div class="wide" tabindex="0"><table>').replaceAll("</table>", "</table></div>");
    const title = /^# (.*)$/m.exec(text)?.[1].replaceAll("`", "") ?? name;
    writeFileSync(join(folder, nameOf(name)), `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Isagrid</title>
<link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="docs.css">
</head>
<body>
<nav aria-label="Documentation"><a href="../index.html">Isagrid</a> <a href="index.html">All pages</a></nav>
<main>
${body}</main>
</body>
</html>
`);
  }
}
