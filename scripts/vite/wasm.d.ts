/** A compiled AssemblyScript module, see scripts/vite/assemblyScript.ts. */
declare module '*?wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

/** A compiled AssemblyScript module that imports its memory as `env.memory`. */
declare module '*?wasm&imports-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
