// Serves one folder on the loopback address, read-only: `node serve.mjs FOLDER [PORT]`.

import { createReadStream, realpathSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".txt": "text/plain; charset=utf-8", ".json": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png",
};

/** Starts a server for a folder; port 0 selects a free port. */
export function serve(folder, port) {
  const root = realpathSync(folder);
  const server = createServer((request, response) => {
    const fail = (status) => response.writeHead(status, { "content-type": "text/plain" }).end(`${status}\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return fail(405);
    try {
      const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
      const file = realpathSync(join(root, path.endsWith("/") ? `${path}index.html` : path));
      // Neither `..` nor a link leads out of the folder.
      if (!file.startsWith(root + sep) || !statSync(file).isFile() || !TYPES[extname(file)]) return fail(404);
      response.writeHead(200, { "content-type": TYPES[extname(file)], "cache-control": "no-cache", "x-content-type-options": "nosniff" });
      return request.method === "HEAD" ? response.end() : createReadStream(file).pipe(response);
    } catch {
      return fail(404);
    }
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}/` }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await serve(process.argv[2] ?? "../../target/page", Number(process.argv[3] ?? 8000));
  console.log(`${url}  (press Ctrl+C to stop)`);
}
