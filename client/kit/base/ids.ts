/** The id of a layer. Ids are branded strings, so a layer's id cannot be passed as an asset's. */
declare const brand: unique symbol
export type LayerId = string & { readonly [brand]: 'LayerId' }
export type AssetId = string & { readonly [brand]: 'AssetId' }
export type ProjectId = string & { readonly [brand]: 'ProjectId' }
export type StyleId = string & { readonly [brand]: 'StyleId' }

/**
 * Returns a new id of 64 random bits, written as 14 base-36 digits. `random` returns numbers in [0, 1) as Math.random
 * does.
 */
export function newId<Id extends LayerId | AssetId | ProjectId | StyleId>(random: () => number = Math.random): Id {
  const half = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(36)
      .padStart(7, '0')
  return `${half()}${half()}` as Id
}
