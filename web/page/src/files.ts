// Files next to the page, or inside it if the page is a single file.

/** Whether the page is a single file; build.mjs sets it. */
declare const SINGLE: boolean;

/** Files of a single page by their names, packed by gzip, in base64. */
let inside: Record<string, string> | null = null;

/** Fetches a file from the folder of the page. */
export async function load(name: string): Promise<Response> {
  if (SINGLE) {
    inside ??= JSON.parse(document.getElementById("inside")?.textContent ?? "{}") as Record<string, string>;
    const packed = inside[name];
    if (packed === undefined) throw new Error(`this page has no file ${name}`);
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
  }
  const fail = (why: string) => { throw new Error(`cannot load ${name}: ${why}`); };
  const answer = await fetch(name).catch((error: Error) => fail(error.message));
  if (!answer.ok) fail(`${answer.status} ${answer.statusText}`);
  return answer;
}
