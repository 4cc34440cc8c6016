// Paints a shadow from a silhouette, displaced (drop) or projected onto the floor (ground). Mip levels soften the
// shadow. A cubic B-spline reads them, so that no texels are visible. Needs eight bilinear reads per pixel, or sixteen
// with a contact line. In: R8 silhouette with box-filtered mip levels. Out: encoded in the working space,
// premultiplied. Reach: spread (plan.ts). Reference for tests: testing.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSilhouette;
uniform float uSide;        // side of the square silhouette, texels
uniform vec2 uTarget;       // the target's first pixel, counted from the document's origin in output px
uniform vec2 uShift;        // texel at output px (0, 0)
uniform vec2 uAlong;        // texels per output px to the right
uniform vec2 uDown;         // texels per output px downward
uniform vec3 uSigma;        // standard deviation, texels: minimum, at output row 0, and increase per row
uniform vec2 uHeight;       // height of the shading point, 1 = casts no shadow: at output row 0, and per row
uniform float uOpacity;     // opacity of the shadow, 0..1
uniform vec4 uContact;      // contact line: strength 0..1 (0 = none), row and half height in output px, softness in texels
uniform vec4 uContactPlace; // texels at output column 0 (x, y), and per output px to the right (x, y)
uniform vec3 uInk;          // straight color

float splineAt(vec2 texel, float level) {
  float size = exp2(level);
  vec2 place = texel / size - 0.5;
  vec2 base = floor(place);
  vec2 f = place - base;
  vec2 g = 1.0 - f;
  vec2 w0 = g * g * g / 6.0;
  vec2 w1 = (4.0 - 6.0 * f * f + 3.0 * f * f * f) / 6.0;
  vec2 w3 = f * f * f / 6.0;
  vec2 near = w0 + w1;
  vec2 far = 1.0 - near;
  vec2 first = (base - 0.5 + w1 / near) * size / uSide;
  vec2 last = (base + 1.5 + w3 / far) * size / uSide;
  float top = mix(textureLod(uSilhouette, first, level).r, textureLod(uSilhouette, vec2(last.x, first.y), level).r, far.x);
  float bottom = mix(textureLod(uSilhouette, vec2(first.x, last.y), level).r, textureLod(uSilhouette, last, level).r, far.x);
  return mix(top, bottom, far.y);
}

float coverageAt(vec2 texel, float sigma) {
  if (any(lessThan(texel, vec2(0.0))) || any(greaterThan(texel, vec2(uSide)))) return 0.0;
  float level = max(0.0, 0.5 * log2((12.0 * sigma * sigma + 1.0) / 5.0));
  float below = floor(level);
  return mix(splineAt(texel, below), splineAt(texel, below + 1.0), level - below);
}

void main() {
  vec2 px = floor(vTexel) + 0.5 + uTarget;
  float sigma = max(uSigma.x, uSigma.y + uSigma.z * px.y);
  float fade = 1.0 - smoothstep(0.0, 1.0, uHeight.x + uHeight.y * px.y); // ambient light fades the far end
  float alpha = uOpacity * fade * coverageAt(px.x * uAlong + px.y * uDown + uShift, sigma);
  if (uContact.x > 0.0) {
    float away = (px.y - uContact.y) / uContact.z;
    float line = max(0.0, 1.0 - away * away);
    float touching = coverageAt(uContactPlace.xy + px.x * uContactPlace.zw, uContact.w);
    alpha = 1.0 - (1.0 - alpha) * (1.0 - uContact.x * line * line * line * touching);
  }
  finalColor = vec4(uInk * alpha, alpha);
}
