/**
 * Returns a function that compiles a kernel at its first call. All workers and exports of the page share the module, so
 * the browser optimizes the code once. The function returns null if the browser lacks memory for the code.
 */
export function compileOnce(bytes: Uint8Array<ArrayBuffer>): () => WebAssembly.Module | null {
  let code: WebAssembly.Module | null | undefined
  return () => {
    try {
      code ??= new WebAssembly.Module(bytes)
    } catch {
      code = null
    }
    return code
  }
}
