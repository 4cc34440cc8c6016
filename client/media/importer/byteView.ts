/** A file's bytes, with the readers that its formats ask for. */
export interface ByteView {
  bytes: Uint8Array
  view: DataView
  /** The four characters at `at`. */
  fourCc(at: number): string
}

export const viewBytes = (bytes: Uint8Array): ByteView => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  fourCc: (at) => String.fromCharCode(...bytes.subarray(at, at + 4)),
})
