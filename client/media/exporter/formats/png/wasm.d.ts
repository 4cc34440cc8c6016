/** The bytes of a module compiled by scripts/assemblyscript/vite.ts. */
declare module '*?wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

declare module '*?wasm&imports-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
