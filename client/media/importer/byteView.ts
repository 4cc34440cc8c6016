/** A file's bytes, with the readers that the image formats need. */
export interface ByteView {
  bytes: Uint8Array
  view: DataView
  /** Returns the four characters at byte `at`. */
  fourCc(at: number): string
}

/** Returns the bytes with a DataView over the same memory and a reader of four-character codes. */
export const viewBytes = (bytes: Uint8Array): ByteView => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  fourCc: (at) => String.fromCharCode(...bytes.subarray(at, at + 4)),
})
