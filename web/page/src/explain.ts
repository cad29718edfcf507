// Explanations of messages and words: a little Markdown as elements.

import type { Term } from "./simulator";
import { byId, el, inline } from "./dom";
import { table } from "./panels/panel";
import { KINDS } from "./vocabulary";

/** Elements of headings, paragraphs, lists and fenced code. */
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

/** Shows the explanation of a message code. */
export function showExplanation(code: string, page: string): void {
  const [head = "", ...rest] = page.split("\n");
  byId("explain-title").textContent = head.replace(/^#+\s*/, "") || code;
  byId("explain-text").replaceChildren(...markdown(rest.join("\n")));
  byId<HTMLDialogElement>("explain").showModal();
}

/** Shows all meanings of a word, an example when it is found, and the system calls. */
export function showWord(terms: readonly Term[], services: readonly Term[], sample: Promise<Node[]>): void {
  const [first] = terms;
  byId("explain-title").textContent = first?.name ?? "";
  const forms = terms.map(({ name, operands, meaning, kind, page }) => el("p", {},
    el("code", {}, operands ? `${name} ${operands}` : name), ` (${KINDS[kind]}${page ? `; isagrid isa ${page}` : ""}) `, ...inline(meaning)));
  const calls = services.map(({ name, operands, meaning }) => [el("code", {}, name), operands, el("span", {}, ...inline(meaning))]);
  const list = calls.length > 0
    ? [el("details", {}, el("summary", {}, "System calls"), table("system calls", ["call", "arguments", "effect"], calls))] : [];
  const place = el("div", { id: "explain-sample" });
  byId("explain-text").replaceChildren(...forms, place, ...list);
  // A word without an example has none.
  void sample.then((nodes) => place.replaceChildren(...nodes), () => {});
  byId<HTMLDialogElement>("explain").showModal();
}
