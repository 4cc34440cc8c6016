/** `T` as a reader may hold it: nothing in it can be written to, however deep. */
export type Immutable<T> = T extends string | number | boolean | null | undefined
  ? T
  : { readonly [K in keyof T]: Immutable<T[K]> }
