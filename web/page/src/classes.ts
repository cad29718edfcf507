// A class: a folder, files or an archive of submissions, graded in workers, and its pages as `isagrid grade` writes them.

import { strToU8, unzipSync, zipSync } from "fflate";

import type { Answers, Asks, Source, Submitted } from "./simulator";
import { byId, download, el, inline, sentence } from "./dom";
import { Ended, Engine } from "./engine";
import { nothing } from "./panels/panel";

type Which = Asks<"grade">["assignment"];

/** Workers, which prepare the assignment once each; and the number of submissions for which one more is worth it. */
const MOST_WORKERS = 4;
const FOR_ONE = 3;

/** Bytes that an archive may unpack to. */
const MOST_BYTES = 64 << 20;

/** File of bytes, as text if they are. */
function file(name: string, bytes: Uint8Array): Source {
  try {
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    let letters = "";
    for (const byte of bytes) letters += String.fromCharCode(byte);
    return { name, text: "", base64: btoa(letters) };
  }
}

/** Files of an archive, in a folder of its name. */
function unpacked({ name, base64 = "" }: Source): Source[] {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  let left = MOST_BYTES;
  const entries = unzipSync(bytes, {
    filter: ({ originalSize }) => {
      left -= originalSize;
      if (left < 0) throw new Error(`${name} has more than ${MOST_BYTES >> 20} MiB of files`);
      return true;
    },
  });
  const folder = name.replace(/^.*\//, "").replace(/\.zip$/i, "");
  return Object.entries(entries).filter(([inside]) => !inside.endsWith("/")).map(([inside, contents]) => file(`${folder}/${inside}`, contents));
}

/** Files, with those of archives among them. */
function all(files: Source[]): Source[] {
  return files.flatMap((it) => (/\.zip$/i.test(it.name) ? unpacked(it) : [it]));
}

/** Result of a submission, as the command reports it. */
type Graded = NonNullable<Answers["grade_on"]["graded"]>;

export class Classes {
  private engines: Engine[] = [];
  private isGoing = false;

  constructor(private readonly open: (file: Source) => void, private readonly today: () => string) {}

  /** Whether a class is being graded. */
  get isBusy(): boolean {
    return this.isGoing;
  }

  /** Stops grading. */
  stop(): void {
    this.isGoing = false;
    for (const engine of this.engines) engine.end();
  }

  /** Grades the submissions among files, and shows them in an element. */
  async grade(assignment: Which, files: Source[], into: HTMLElement): Promise<void> {
    this.isGoing = true;
    const bar = byId<HTMLProgressElement>("grading");
    bar.hidden = false;
    bar.removeAttribute("value");
    try {
      into.replaceChildren(nothing("Reading the submissions…"));
      const engine = new Engine();
      this.engines = [engine];
      const { submissions, left_out, notes } = await engine.ask("submissions", { assignment, files: all(files) });
      bar.max = submissions.length;
      const results = await this.results(assignment, submissions, (done) => {
        bar.value = done;
        into.replaceChildren(nothing(`${done} of ${submissions.length} submissions are graded…`));
      });
      const pages = await engine.ask("class_pages", { results: results.map((it) => JSON.stringify(it)), submitted: submissions });
      into.replaceChildren(...[...notes, ...left_out].map((note) => el("p", { class: "nothing" }, ...inline(note))), ...this.index(pages, submissions));
      into.scrollIntoView({ block: "start" });
    } catch (error) {
      into.replaceChildren(nothing(error instanceof Ended ? "Grading was stopped." : sentence(error)));
    } finally {
      bar.hidden = true;
      this.isGoing = false;
      for (const engine of this.engines) engine.end();
      this.engines = [];
    }
  }

  /** Results in the order of the submissions; each worker takes the next one. */
  private async results(assignment: Which, submissions: Submitted[], progress: (done: number) => void): Promise<Graded[]> {
    const results: Graded[] = [];
    const [today, waiting] = [this.today(), [...submissions.entries()]];
    let done = 0;
    progress(0);
    const worker = async (engine: Engine) => {
      for (let next = waiting.shift(); next && this.isGoing; next = waiting.shift()) {
        const [at, submitted] = next;
        let grading = await engine.ask("grade", { assignment, sources: [], submitted, today });
        while (grading.graded === null) grading = await engine.ask("grade_on", {});
        results[at] = grading.graded;
        progress((done += 1));
      }
    };
    const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1, Math.ceil(submissions.length / FOR_ONE)));
    while (this.engines.length < count) this.engines.push(new Engine());
    await Promise.all(this.engines.map(worker));
    if (results.length < submissions.length) throw new Ended("grading was stopped");
    return results;
  }

  /** The index page of the class, whose links open the submissions; and a button that saves all pages. */
  private index(pages: Source[], submissions: Submitted[]): Node[] {
    const index = pages.find(({ name }) => name === "index.html")?.text ?? "";
    // The page's policy refuses styles, also in a document that is never shown. Quotes in names are escaped.
    const bare = index.replace(/<style>[^<]*<\/style>/, "").replaceAll(' style="width:', ' data-width="');
    const body = new DOMParser().parseFromString(bare, "text/html").body;
    // The pages of the submissions come before the index, in their order.
    const named = new Map(pages.map(({ name }, at) => [name, submissions[at]]));
    for (const link of body.querySelectorAll("a")) {
      const submitted = named.get(decodeURIComponent(link.getAttribute("href") ?? "").replace("./", ""));
      link.replaceWith(submitted ? el("button", { type: "button", class: "link", click: () => this.open(submitted.file) }, link.textContent ?? "") : link.textContent ?? "");
    }
    for (const plot of body.querySelectorAll(".plot")) {
      const width = parseInt(plot.querySelector<HTMLElement>(".bar")?.dataset.width ?? "0", 10);
      plot.replaceChildren(el("progress", { max: 100, value: width, "aria-label": "share" }));
    }
    for (const heading of body.querySelectorAll("h1")) heading.replaceWith(el("h2", {}, heading.textContent ?? ""));
    for (const head of body.querySelectorAll("th")) if (head.textContent === "") head.append(el("span", { class: "hidden" }, "share"));
    const save = () => download("class.zip", new Uint8Array(zipSync(Object.fromEntries(pages.map(({ name, text }) => [name, strToU8(text)])))));
    const about = "An index, a page for each submission, a gradebook (CSV) and the results (JSON lines), as isagrid grade writes them";
    const controls = el("div", { class: "controls" }, el("button", { type: "button", id: "save-class", title: about, click: save }, "Save the pages as a zip"));
    return [controls, el("div", { class: "class" }, ...body.childNodes)];
  }
}
