/**
 * heic2any 0.0.4, mended. It takes every picture for one of limited range (16-235, as in films), while phones write
 * full range: contrast would rise by a sixth and everything above 235 turn white. Its formula is plain script, so here
 * it is exchanged in the text, before it becomes code in the cage.
 */
/** What the library writes, and the same for full range (ITU-T T.871, 7). `A` is luma, `r` and `e` are Cr and Cb. */
const MENDED = [
  ['A=1.164*(k[t+f]-16)', 'A=k[t+f]'],
  [
    '=A+1.596*r,v[1+(c<<2)]=A-.813*r-.391*e,v[2+(c<<2)]=A+2.018*e',
    '=A+1.402*r,v[1+(c<<2)]=A-.714136*r-.344136*e,v[2+(c<<2)]=A+1.772*e',
  ],
] as const

export function mend(source: string): string {
  return MENDED.reduce((text, [wrong, right]) => {
    if (!text.includes(wrong)) throw new Error('another heic2any than the one that was mended')
    return text.replaceAll(wrong, right)
  }, source)
}
