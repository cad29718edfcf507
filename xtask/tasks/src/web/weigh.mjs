// Prints sizes of files as JSON: plain, and packed by gzip and by brotli as a web server sends them.
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const files = process.argv.slice(process.argv.indexOf("--") + 1);
const all = files.map((file) => {
  const bytes = readFileSync(file);
  return [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
});
console.log(JSON.stringify(all));
