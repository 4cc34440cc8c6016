// Finds the seeds of the jump flood: for each texel next to the half-coverage contour, the contour's nearest point.
// The contour comes from marching squares on texel centers and is curved according to the coverage gradient.
// In: coverage in red, 0..1. Out: RG16I offset from the texel's center in 1/64 texel; x = NO_SEED without a contour.
// Reach: 2 texels. CPU reference: seeds.ts.

in vec2 vTexel;
out ivec4 seed;

uniform sampler2D uCoverage;

const float INSIDE = 0.5;
const float UNITS = 64.0; // offset units per texel
const int NO_SEED = -32768;
const float SUM_FULL = 0.1;  // up to this looseness (seeds.ts), the sum of the coverages gives the edge's position
const float SUM_NONE = 0.35; // at this looseness and above, interpolation gives the edge's position

const float MAX_CURVATURE = 0.7; // seeds.ts explains these constants
const float LEAST_CHORD = 0.05;
const float LEAST_SLOPE = 0.1;
const float BENT_OUT = 1.0 / 12.0;

float gCoverage[25]; // the surrounding 5 × 5 texels, row by row

float coverage(ivec2 at) {
  return gCoverage[(at.y + 2) * 5 + at.x + 2];
}

bool isInside(ivec2 at) {
  return coverage(at) > INSIDE;
}

float edgePlace(float before, float inner, float outer, float after) {
  float ramp = (inner - INSIDE) / (inner - outer);
  float sum = clamp(before + inner + outer + after - 1.5, 0.0, 1.0);
  float weight = clamp((SUM_NONE - (1.0 - before + after)) / (SUM_NONE - SUM_FULL), 0.0, 1.0);
  return ramp + (sum - ramp) * weight;
}

// Returns the position where the contour crosses the line from a texel to its neighbor, as a fraction of the line.
// Negative without a crossing.
float crossing(ivec2 from, ivec2 way) {
  bool fromInside = isInside(from);
  if (fromInside == isInside(from + way)) return -1.0;
  float a = coverage(from), b = coverage(from + way);
  float before = coverage(from - way), after = coverage(from + 2 * way);
  return fromInside ? edgePlace(before, a, b, after) : 1.0 - edgePlace(after, b, a, before);
}

// Returns the change of coverage per texel, by Sobel's operator.
vec2 slope(ivec2 at) {
  vec2 corners = vec2(coverage(at + ivec2(1, 1)) - coverage(at + ivec2(-1, -1)), coverage(at + ivec2(1, -1)) - coverage(at + ivec2(-1, 1)));
  vec2 sides = vec2(coverage(at + ivec2(1, 0)) - coverage(at + ivec2(-1, 0)), coverage(at + ivec2(0, 1)) - coverage(at + ivec2(0, -1)));
  return (vec2(corners.x + corners.y, corners.x - corners.y) + 2.0 * sides) / 8.0;
}

// Returns the outward normal at a point between two neighboring texels. The normal is shorter where coverage is almost
// even.
vec2 normalAt(vec2 point) {
  vec2 part = fract(point);
  vec2 way = mix(slope(ivec2(floor(point))), slope(ivec2(ceil(point))), part.x + part.y);
  return -way / max(length(way), LEAST_SLOPE);
}

// Returns the point nearest to the texel's center: the foot on the chord, raised to a parabola.
vec2 nearestOnArc(vec2 a, vec2 b) {
  vec2 from = normalAt(a), to = normalAt(b);
  vec2 chord = b - a;
  float square = dot(chord, chord);
  float along = square > 0.0 ? clamp(-dot(a, chord) / square, 0.0, 1.0) : 0.0;
  float curvature = clamp(dot(chord, to - from) / max(square, LEAST_CHORD), -MAX_CURVATURE, MAX_CURVATURE);
  float rise = curvature * (square * along * (1.0 - along) / 2.0 + BENT_OUT);
  return a + chord * along + (from + to) / 2.0 * rise;
}

// Repeats the border texels beyond the border, so a subject cut off by the border has no contour along the cut.
float fetchCoverage(ivec2 at) {
  return texelFetch(uCoverage, clamp(at, ivec2(0), textureSize(uCoverage, 0) - 1), 0).r;
}

void main() {
  ivec2 texel = ivec2(vTexel);
  bool mine = fetchCoverage(texel) > INSIDE;
  bool isBeside = false;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      isBeside = isBeside || fetchCoverage(texel + ivec2(i, j)) > INSIDE != mine;
  seed = ivec4(NO_SEED, 0, 0, 0);
  if (!isBeside) return;

  for (int j = -2; j <= 2; j++)
    for (int i = -2; i <= 2; i++)
      gCoverage[(j + 2) * 5 + i + 2] = fetchCoverage(texel + ivec2(i, j));

  float best = 1e9;
  for (int quadrant = 0; quadrant < 4; quadrant++) {
    ivec2 s = ivec2((quadrant & 1) * 2 - 1, (quadrant >> 1) * 2 - 1);
    vec2 side = vec2(s);
    float beside = crossing(ivec2(0), ivec2(s.x, 0));
    float below = crossing(ivec2(0), ivec2(0, s.y));
    float far = crossing(ivec2(s.x, 0), ivec2(0, s.y));
    float bottom = crossing(ivec2(0, s.y), ivec2(s.x, 0));
    vec2 besidePoint = vec2(side.x * beside, 0.0), belowPoint = vec2(0.0, side.y * below);
    vec2 farPoint = vec2(side.x, side.y * far), bottomPoint = vec2(side.x * bottom, side.y);
    bool hasBeside = beside >= 0.0, hasBelow = below >= 0.0, hasFar = far >= 0.0, hasBottom = bottom >= 0.0;
    if (!hasBeside && !hasBelow && !hasFar) continue;
    // If the contour crosses all four sides, each corner uses the segment that cuts off the corner.
    vec2 first = hasBeside ? besidePoint : hasBelow ? belowPoint : farPoint;
    vec2 second = hasBeside && hasBelow ? belowPoint : (hasBeside || hasBelow) && hasFar ? farPoint : bottomPoint;
    vec2 point = nearestOnArc(first, second);
    float square = dot(point, point);
    if (square < best) {
      best = square;
      seed.xy = ivec2(floor(point * UNITS + 0.5));
    }
  }
}
