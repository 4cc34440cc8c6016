// Converts offsets to signed distances, negative inside. Near the contour the flood may have stopped at a texel's own
// point, so the seeds of the surrounding 5 × 5 texels are compared again. In: RG16I offsets after and before the flood,
// 1/64 texel; coverage 0..1. Out: R16I in 1/64 texel, ±32767 beyond uRange. Reach: 2. CPU reference: transform.ts.

in vec2 vTexel;
#ifdef AS_HALF
out vec4 field; // R16F: signed distance in texels, clamped to ±uRange
#else
out ivec4 field;
#endif

uniform isampler2D uSeeds;
uniform isampler2D uFlooded;
uniform sampler2D uCoverage;
uniform float uRange;  // maximum distance, texels

const float UNITS = 64.0; // offset units per texel
const int NO_SEED = -32768;
const int NEAR = 192; // 3 texels, in offset units
const int FAR = 32767;

void main() {
  ivec2 texel = ivec2(vTexel);
  ivec2 size = textureSize(uSeeds, 0);
  ivec2 offset = texelFetch(uFlooded, texel, 0).xy;
  bool hasSeed = offset.x != NO_SEED;
  int square = hasSeed ? offset.x * offset.x + offset.y * offset.y : 0;
  if (hasSeed && square < NEAR * NEAR) {
    for (int j = -2; j <= 2; j++) {
      for (int i = -2; i <= 2; i++) {
        ivec2 at = clamp(texel + ivec2(i, j), ivec2(0), size - 1);
        ivec2 near = texelFetch(uSeeds, at, 0).xy;
        if (near.x == NO_SEED) continue;
        near += (at - texel) * int(UNITS);
        square = min(square, near.x * near.x + near.y * near.y);
      }
    }
  }
  float units = floor(sqrt(float(square)) + 0.5);
  bool isFar = !hasSeed || units > uRange * UNITS;
  float side = texelFetch(uCoverage, texel, 0).r > 0.5 ? -1.0 : 1.0;
#ifdef AS_HALF
  field = vec4(side * (isFar ? uRange : units / UNITS), 0.0, 0.0, 0.0);
#else
  field = ivec4(int(side) * (isFar ? FAR : int(units)), 0, 0, 0);
#endif
}
