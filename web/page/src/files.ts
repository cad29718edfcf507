// Files next to the page.

/** Fetches a file from the folder of the page. */
export async function load(name: string): Promise<Response> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`cannot load ${name}: ${answer.status} ${answer.statusText}`);
  return answer;
}
