// Paints a band of constant width around a shape, and fills the shape. The band is drawn beneath the shape, so only the
// outside is visible, and soft edges have no seam. The band's edge follows the mean of the distances on a circle, which
// smooths notches and bumps, for example of hair. Straight edges don't change, because the distance is linear there.
// Reads one texel where texels and pixels coincide (IS_EXACT), otherwise four, and near the band's edge 32 more. In: R16I
// field (distance/encoding.ts). Out: encoded in the working space, premultiplied. Reach: uWidth. CPU reference:
// outline.gpu.test.ts.
in vec2 vTexel;
out vec4 finalColor;

uniform isampler2D uField;
uniform vec2 uTarget;      // the target's first texel, counted from the document's origin in output px
uniform vec2 uFieldOrigin; // the field's first texel, counted from the photo's origin in field texels
uniform vec2 uShift;       // position of output px (0, 0) in the field, field texels
uniform vec2 uAlong;       // field texels per output px to the right
uniform vec2 uDown;        // field texels per output px downward
uniform float uStep;       // field texels per output px, the length of uAlong and uDown
uniform float uWidth; // width of the band, output px; if it is 0, only the shape itself is painted
uniform float uAround; // distance of the samples that smooth the band's edge, output px; Pixi sets uRound on every mesh
uniform vec4 uEdges;        // left, top, right and bottom edge beyond which nothing is painted, field texels
uniform vec4 uInk;          // premultiplied color; isn't named uColor, because Pixi sets uColor on every mesh

const float UNITS = 64.0; // the field stores distances in units of 1/64 texel

float distanceAt(ivec2 at) {
  return float(texelFetch(uField, clamp(at - ivec2(uFieldOrigin), ivec2(0), textureSize(uField, 0) - 1), 0).x);
}

// Distance between the four texels around a place, in field units.
float distanceBetween(vec2 place) {
  vec2 base = floor(place);
  vec2 part = place - base;
  ivec2 at = ivec2(base);
  float top = mix(distanceAt(at), distanceAt(at + ivec2(1, 0)), part.x);
  float bottom = mix(distanceAt(at + ivec2(0, 1)), distanceAt(at + ivec2(1, 1)), part.x);
  return mix(top, bottom, part.y);
}

// Mean of eight distances on a circle around a place, in field units.
float meanAround(vec2 place) {
  float radius = uAround * uStep;
  float diagonal = radius * 0.70710678;
  return (distanceBetween(place + vec2(radius, 0.0)) + distanceBetween(place - vec2(radius, 0.0)) +
    distanceBetween(place + vec2(0.0, radius)) + distanceBetween(place - vec2(0.0, radius)) +
    distanceBetween(place + vec2(diagonal)) + distanceBetween(place - vec2(diagonal)) +
    distanceBetween(place + vec2(diagonal, -diagonal)) + distanceBetween(place - vec2(diagonal, -diagonal))) / 8.0;
}

void main() {
  vec2 px = floor(vTexel) + 0.5 + uTarget;
  vec2 place = px.x * uAlong + px.y * uDown + uShift - 0.5;
#ifdef IS_EXACT
  float units = distanceAt(ivec2(floor(place)));
#else
  float units = distanceBetween(place);
#endif
  float perPx = UNITS * uStep;
  float away = units / perPx; // distance from the shape, output px
  // elsewhere, all samples are on the same side of the band's edge
  if (abs(away - uWidth) < uAround + 0.5) away = meanAround(place) / perPx;
  vec2 inside = min(place + 0.5 - uEdges.xy, uEdges.zw - place - 0.5) / uStep;
  // a pixel that the photo covers only in part has no outline, because the outline would be visible through the subject
  // as a light line
  vec2 kept = clamp(4.0 * inside - 0.9, 0.0, 1.0);
  finalColor = uInk * clamp(uWidth + 0.5 - away, 0.0, 1.0) * kept.x * kept.y;
}
