// Half the size, weights 1 3 3 1 both ways: a small Gaussian of variance 3/4. Level texel X lies over texels 2X and
// 2X + 1, counted from the document's origin, so every tile builds the same pyramid.
// In: alpha, or packed. Out: packed. Reach: 2 source texels. Twin: glow.reference.ts.
const vec4 WEIGHTS = vec4(1.0, 3.0, 3.0, 1.0) / 8.0;

void main() {
  ivec2 first = targetTexel() * 2 - 1;
  float sum = 0.0;
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++) sum += WEIGHTS[i] * WEIGHTS[j] * valueAt(first + ivec2(i, j));
  put(sum);
}
