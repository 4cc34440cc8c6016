/** What the word of the first picture is written in. The home page brings it along (scripts/pages), for no other page needs it. */
export const FACE = 'Anton'

/** Width of the first word, HORIZON, in it, em: where there is nothing to measure with. */
export const WORD_EM = 3.083

/** A page that brought the face shows the word at once. So does its first picture, which nobody has looked at yet. */
export const isFaceHere = (fonts = globalThis.document?.fonts): boolean =>
  !fonts || [...fonts].some(({ family, status }) => family.replaceAll('"', '') === FACE && status === 'loaded')
