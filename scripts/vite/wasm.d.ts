/** The bytes of a module compiled by scripts/vite/assemblyScript.ts. */
declare module '*?wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

/** The bytes of such a module without its own memory, which imports `env.memory`. */
declare module '*?wasm&imports-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
