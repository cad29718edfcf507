// What wasm-bindgen makes of web/src/wasm.rs.

export class Desk {
  constructor();
  call(call: string): string;
}
export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
