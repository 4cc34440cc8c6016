/**
 * Patches the script of heic2any 0.0.4. The library treats every picture as limited range (16..235), but phones write
 * full range. Without the patch, contrast rises by a sixth and everything above 235 becomes white. The formula is plain
 * JavaScript, so it is replaced in the text of the script.
 */
/** The library's formula, and the formula for full range (ITU-T T.871, 7). `A` is luma, `r` and `e` are Cr and Cb. */
const PATCHES = [
  ['A=1.164*(k[t+f]-16)', 'A=k[t+f]'],
  [
    '=A+1.596*r,v[1+(c<<2)]=A-.813*r-.391*e,v[2+(c<<2)]=A+2.018*e',
    '=A+1.402*r,v[1+(c<<2)]=A-.714136*r-.344136*e,v[2+(c<<2)]=A+1.772*e',
  ],
] as const

/** Returns heic2any's script with the colour formula for full range. @throws for another version of the library */
export function patchHeic2any(source: string): string {
  return PATCHES.reduce((text, [wrong, right]) => {
    if (!text.includes(wrong)) throw new Error('another heic2any than the one that was patched')
    return text.replaceAll(wrong, right)
  }, source)
}
