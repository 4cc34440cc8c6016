// One jump of the flood: selects the nearest seed of the nine texels at distance uJump. Integer arithmetic gives equal
// results on all machines. In/out: RG16I offsets in 1/64 texel. Reach: uJump texels. CPU reference: transform.ts.

in vec2 vTexel;
out ivec4 seed;

uniform isampler2D uSeeds;
uniform int uJump; // distance of the nine texels: a power of two, texels

const int UNITS = 64; // offset units per texel
const int NO_SEED = -32768;
const int MAX_OFFSET = 32704; // 511 texels in units, so that the sum of two squares fits into an int

void main() {
  ivec2 texel = ivec2(vTexel);
  ivec2 size = textureSize(uSeeds, 0);
  int best = 0x7fffffff;
  seed = ivec4(NO_SEED, 0, 0, 0);
  for (int j = -1; j <= 1; j++) {
    for (int i = -1; i <= 1; i++) {
      ivec2 shift = ivec2(i, j) * uJump;
      ivec2 at = texel + shift;
      if (any(lessThan(at, ivec2(0))) || any(greaterThanEqual(at, size))) continue;
      ivec2 offset = texelFetch(uSeeds, at, 0).xy;
      if (offset.x == NO_SEED) continue;
      offset += shift * UNITS;
      if (max(abs(offset.x), abs(offset.y)) > MAX_OFFSET) continue;
      int square = offset.x * offset.x + offset.y * offset.y;
      if (square < best) {
        best = square;
        seed.xy = offset;
      }
    }
  }
}
