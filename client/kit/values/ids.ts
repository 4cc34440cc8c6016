/** Ids are branded strings, so TypeScript rejects a layer's id where an asset's id is required. */
declare const brand: unique symbol

export type LayerId = string & { readonly [brand]: 'LayerId' }
/** The id of a bitmap or a matte in the asset store. */
export type AssetId = string & { readonly [brand]: 'AssetId' }
export type ProjectId = string & { readonly [brand]: 'ProjectId' }
export type StyleId = string & { readonly [brand]: 'StyleId' }

/**
 * Returns a random UUID, version 4 (RFC 9562, 5.4). Plain HTTP pages, for example on a home server, have no
 * `crypto.randomUUID`.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte, i) => (i === 6 ? 0x40 | (byte & 0x0f) : i === 8 ? 0x80 | (byte & 0x3f) : byte))
  return hex
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Returns a new id of 64 random bits as 14 base-36 digits. */
export function newId<Id extends LayerId | AssetId | ProjectId | StyleId>(): Id {
  const half = () =>
    Math.floor(Math.random() * 0x1_0000_0000)
      .toString(36)
      .padStart(7, '0')
  return `${half()}${half()}` as Id
}
