/** Constants and modules that the build provides. */

/** True in builds made with TEST_HOOKS=1. */
declare const __TEST_HOOKS__: boolean
/** The precache manifest of the service worker. */
declare const __RELEASE__: import('./offline/release.ts').Release

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
declare module '*?wasm&imports-shared-memory' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
