/** The bytes of a module compiled by scripts/vite/assemblyScript.ts. */
declare module '*?wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

/** The same of a module that has no memory of its own and imports `env.memory`. */
declare module '*?wasm&imports-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
