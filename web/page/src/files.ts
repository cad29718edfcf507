// The files beside the page.

/** A file, which is there unless somebody forgot to copy it. */
export async function load(name: string): Promise<Response> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return answer;
}
