// Says how large a file is, as it is and as a web space sends it.
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";

const file = process.argv.at(-1);
const bytes = readFileSync(file);
const packed = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map((all) => all.length);
console.log(`${file}: ${bytes.length} bytes, ${packed[0]} packed by gzip, ${packed[1]} by brotli`);
