/** Identifiers. Branded, so that a layer's id cannot be handed over as an asset's. */
declare const brand: unique symbol
export type LayerId = string & { readonly [brand]: 'LayerId' }
export type AssetId = string & { readonly [brand]: 'AssetId' }
export type ProjectId = string & { readonly [brand]: 'ProjectId' }
export type StyleId = string & { readonly [brand]: 'StyleId' }

/** 64 random bits, base 36: short enough to read in a snapshot, unique within any document and on any device. */
export function newId<Id extends LayerId | AssetId | ProjectId | StyleId>(random: () => number = Math.random): Id {
  const half = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(36)
      .padStart(7, '0')
  return `${half()}${half()}` as Id
}
