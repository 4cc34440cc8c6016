// Paints an image placed by an affine map. Reads one texel where output px and texels coincide (EXACT), four (LINEAR),
// or sixteen (CUBIC, Catmull-Rom). If only one axis is reduced, averages over the skipped texels (TAPS_ALONG,
// TAPS_DOWN). The distance from the image's edges gives a soft edge of one output px, so reads beyond the image repeat
// its border. In: premultiplied, or straight (IS_STRAIGHT); encoded. Out: premultiplied, encoded. Reach: 2 texels.
// Reference: placed.gpu.test.ts.
in vec2 vTexel; // the target's own px
out vec4 finalColor;

uniform sampler2D uPicture;
uniform vec2 uTarget;  // the target's first pixel, counted from the grid's origin
uniform vec2 uFirst;   // the window's first texel, counted from the image's first texel
uniform vec2 uShift;   // position of the grid's origin in the image, texels
uniform vec2 uAlong;   // texels per output px to the right
uniform vec2 uDown;    // texels per output px downward
uniform vec2 uBox;     // size of the whole image, texels
uniform vec2 uPerTexel; // output px per texel along the image's own axes
uniform float uRadius; // corner radius in output px
uniform float uOpacity; // opacity, 0..1

vec4 texelOf(ivec2 at) {
  vec4 texel = texelFetch(uPicture, clamp(at - ivec2(uFirst), ivec2(0), textureSize(uPicture, 0) - 1), 0);
#ifdef IS_STRAIGHT
  texel.rgb *= texel.a;
#endif
  return texel;
}

#if SAMPLING == EXACT
vec4 pictureAt(vec2 at) {
  return texelOf(ivec2(floor(at)));
}
#elif SAMPLING == LINEAR
LINEAR_OF(vec4, pictureAt, texelOf)
#else
vec4 weights(float t) {
  vec4 w = vec4(((2.0 - t) * t - 1.0) * t, (3.0 * t - 5.0) * t * t + 2.0, ((4.0 - 3.0 * t) * t + 1.0) * t, (t - 1.0) * t * t);
  return 0.5 * w;
}
vec4 row(ivec2 at, vec4 w) {
  return texelOf(at) * w.x + texelOf(at + ivec2(1, 0)) * w.y + texelOf(at + ivec2(2, 0)) * w.z + texelOf(at + ivec2(3, 0)) * w.w;
}
vec4 pictureAt(vec2 at) {
  vec2 corner = at - 0.5;
  vec2 low = floor(corner);
  ivec2 first = ivec2(low) - 1;
  vec4 across = weights(corner.x - low.x);
  vec4 down = weights(corner.y - low.y);
  vec4 sum = row(first, across) * down.x + row(first + ivec2(0, 1), across) * down.y +
             row(first + ivec2(0, 2), across) * down.z + row(first + ivec2(0, 3), across) * down.w;
  float alpha = clamp(sum.a, 0.0, 1.0); // Catmull-Rom may overshoot 0 and 1
  return vec4(clamp(sum.rgb, 0.0, alpha), alpha);
}
#endif

// Returns the coverage of a box with round corners, by the distance of the pixel's center from its edge.
float coverageAt(vec2 at) {
  vec2 beyond = (abs(at - 0.5 * uBox) - 0.5 * uBox) * uPerTexel + uRadius;
  float away = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - uRadius;
  return clamp(0.5 - away, 0.0, 1.0);
}

void main() {
  vec2 px = floor(vTexel) + 0.5 + uTarget;
  vec2 at = px.x * uAlong + px.y * uDown + uShift;
  vec4 sum = vec4(0.0);
  for (int y = 0; y < TAPS_DOWN; y++)
    for (int x = 0; x < TAPS_ALONG; x++)
      sum += pictureAt(at + ((float(x) + 0.5) / float(TAPS_ALONG) - 0.5) * uAlong + ((float(y) + 0.5) / float(TAPS_DOWN) - 0.5) * uDown);
  finalColor = sum * (coverageAt(at) * uOpacity / float(TAPS_ALONG * TAPS_DOWN));
}
