/** Ids are branded strings, so TypeScript rejects a layer's id where an asset's id is required. */
declare const brand: unique symbol

export type LayerId = string & { readonly [brand]: 'LayerId' }
/** The id of a bitmap or a matte in the asset store. */
export type AssetId = string & { readonly [brand]: 'AssetId' }
export type ProjectId = string & { readonly [brand]: 'ProjectId' }
export type StyleId = string & { readonly [brand]: 'StyleId' }

/** Returns a new id of 64 random bits as 14 base-36 digits. */
export function newId<Id extends LayerId | AssetId | ProjectId | StyleId>(): Id {
  const half = () =>
    Math.floor(Math.random() * 0x1_0000_0000)
      .toString(36)
      .padStart(7, '0')
  return `${half()}${half()}` as Id
}
