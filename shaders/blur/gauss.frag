// One direction of a Gaussian, 2 × uRadius + 1 reads (at most 33). Premultiplied in and out, linear light.
// Reach: uRadius texels. Twin: blur.reference.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;
uniform ivec2 uStep;               // (1, 0) or (0, 1)
uniform int uRadius;
uniform float uWeights[MAX_WEIGHTS]; // middle first

void main() {
  ivec2 at = ivec2(floor(vTexel));
  vec4 sum = windowTexel(uSource, ivec2(0), at) * uWeights[0];
  for (int i = 1; i <= uRadius; i++)
    sum += (windowTexel(uSource, ivec2(0), at + uStep * i) + windowTexel(uSource, ivec2(0), at - uStep * i)) * uWeights[i];
  finalColor = sum;
}
