// The page of a message's code: a little Markdown as elements.

import { byId, el } from "./dom";

/** Text with code between backticks. */
function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith("`") && part.length > 2 ? el("code", {}, part.slice(1, -1)) : part));
}

/** Headings, paragraphs, lists and fenced code of a page. */
export function markdown(text: string): Node[] {
  const made: Node[] = [];
  for (const [index, part] of text.split(/^```\w*\n?/m).entries()) {
    if (index % 2 === 1) {
      made.push(el("pre", { tabindex: 0 }, part));
      continue;
    }
    for (const block of part.split(/\n{2,}/).map((it) => it.trim()).filter(Boolean)) {
      if (block.startsWith("#")) made.push(el("h3", {}, ...inline(block.replace(/^#+\s*/, ""))));
      else if (block.startsWith("- ")) made.push(el("ul", {}, ...block.split(/\n?- /).filter(Boolean).map((item) => el("li", {}, ...inline(item)))));
      else made.push(el("p", {}, ...inline(block)));
    }
  }
  return made;
}

/** Shows the page of a code. */
export function showExplanation(code: string, page: string): void {
  const [head = "", ...rest] = page.split("\n");
  byId("explain-title").textContent = head.replace(/^#+\s*/, "") || code;
  byId("explain-text").replaceChildren(...markdown(rest.join("\n")));
  byId<HTMLDialogElement>("explain").showModal();
}
