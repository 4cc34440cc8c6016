// Paints a band of constant width around a shape, and fills the shape. The band is drawn beneath the shape, so only the
// outside is visible, and soft edges have no seam. Reads one texel where texels and pixels coincide (IS_EXACT),
// otherwise four. In: R16I field (distance/encoding.ts). Out: encoded in the working space, premultiplied. Reach:
// uWidth. CPU reference: outline.gpu.test.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform isampler2D uField;
uniform vec2 uTarget;      // the target's first texel, counted from the document's origin in output px
uniform vec2 uFieldOrigin; // the field's first texel, counted from the photo's origin in field texels
uniform vec2 uShift;       // position of output px (0, 0) in the field, field texels
uniform vec2 uAlong;       // field texels per output px to the right
uniform vec2 uDown;        // field texels per output px downwards
uniform float uStep;       // field texels per output px, the length of uAlong and uDown
uniform float uWidth; // width of the band, output px; if it is 0, only the shape itself is painted
uniform vec4 uEdges;        // left, top, right and bottom edge beyond which nothing is painted, field texels
uniform vec4 uInk;          // premultiplied color; isn't named uColor, because Pixi sets uColor on every mesh

const float UNITS = 64.0; // the field stores distances in units of 1/64 texel

float distanceAt(ivec2 at) {
  return float(texelFetch(uField, clamp(at - ivec2(uFieldOrigin), ivec2(0), textureSize(uField, 0) - 1), 0).x);
}

void main() {
  vec2 px = floor(vTexel) + 0.5 + uTarget;
  vec2 place = px.x * uAlong + px.y * uDown + uShift - 0.5;
  vec2 base = floor(place);
  vec2 part = place - base;
  ivec2 at = ivec2(base);
  float units = distanceAt(at);
#ifndef IS_EXACT
  float top = mix(units, distanceAt(at + ivec2(1, 0)), part.x);
  float bottom = mix(distanceAt(at + ivec2(0, 1)), distanceAt(at + ivec2(1, 1)), part.x);
  units = mix(top, bottom, part.y);
#endif
  float away = units / (UNITS * uStep); // distance from the shape, output px
  vec2 inside = min(place + 0.5 - uEdges.xy, uEdges.zw - place - 0.5) / uStep;
  // a pixel that the photo covers only in part has no outline, because the outline would be visible through the subject
  // as a light line
  vec2 kept = clamp(4.0 * inside - 0.9, 0.0, 1.0);
  finalColor = uInk * clamp(uWidth + 0.5 - away, 0.0, 1.0) * kept.x * kept.y;
}
