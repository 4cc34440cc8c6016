// Paints extruded text without a mesh: as a prism over a distance field. A ray steps by the field's distances, so it
// cannot pass through a wall. Paints front, walls, back and soft shadow for every font, script and emoji. In: face
// encoded in the working space, premultiplied; field R16F, texels, negative inside; shadow in alpha. Out:
// premultiplied. Cost per pixel: at most 5 rays. A ray usually reads the field 3 times, and 4 times more for the wall's
// normal; it takes at most MAX_STEPS steps. Reach: projectedBounds. CPU reference: testing.ts.

in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uFace;
uniform sampler2D uField;
uniform sampler2D uShadow;

uniform vec2 uTarget;       // the target's first texel, counted from the document's origin in output px
uniform vec2 uCenter;       // the text's center, output px from the document's origin
uniform vec4 uTurn;         // output px → document px about the center without the layer's rotation: rows of a 2 × 2 matrix
uniform vec2 uSpan;         // size of face and field in document px
uniform vec4 uShadowArea;   // shadow relative to the text's center: left, top, width, height, in document px
uniform float uFieldTexel;  // document px per field texel
uniform float uFaceTexels;  // face texels per document px
uniform float uPixel;       // document px per output px
uniform int uSamples;       // 1 or 4 rays per pixel
uniform float uDepth;       // depth of the extrusion in document px
uniform float uPerspective; // document px from the eye to the front face's plane
uniform vec3 uAxisX;        // the text's axes after its rotation: x right, y down, z to the eye
uniform vec3 uAxisY;
uniform vec3 uAxisZ;
uniform vec3 uLight;        // direction to the light, unit length
uniform float uIntensity;   // 0 = only ambient light, 1 = neutral
uniform vec3 uExtrude;      // color of walls and back, straight
uniform vec4 uShadowInk;    // the shadow's color, premultiplied
uniform vec2 uShadowOffset; // document px, in the image's plane

const float NEAREST = 1.0 / 16.0; // near plane, relative to the perspective distance
const int MAX_STEPS = 64;
const float AMBIENT = 0.38;   // brightness of an unlit wall
const float DIFFUSE = 0.68;   // additional brightness of a wall facing the light
const float DEEP_SHADE = 0.68; // brightness factor at the walls' far end
const float FACE_SHADE = 0.3; // how much the rotation changes the face's brightness

vec3 toText(vec3 v) {
  return vec3(dot(uAxisX, v), dot(uAxisY, v), dot(uAxisZ, v));
}

float distanceAt(vec2 q) {
  return textureLod(uField, q / uSpan + 0.5, 0.0).x * uFieldTexel;
}

vec2 outward(vec2 q, float footprint) {
  float h = max(1.5 * footprint, 2.5 * uFieldTexel);
  vec2 slope = vec2(distanceAt(q + vec2(h, 0.0)) - distanceAt(q - vec2(h, 0.0)),
                    distanceAt(q + vec2(0.0, h)) - distanceAt(q - vec2(0.0, h)));
  return slope / max(length(slope), 1e-6);
}

vec3 wallColor(vec3 hit, float footprint) {
  vec2 n = outward(hit.xy, footprint);
  float facing = 0.5 + 0.5 * dot(uAxisX * n.x + uAxisY * n.y, uLight); // wrapped diffuse lighting, because an unlit wall would look flat
  float depth = clamp(-hit.z / uDepth, 0.0, 1.0);
  return min(uExtrude * (AMBIENT + DIFFUSE * uIntensity * facing) * mix(1.0, DEEP_SHADE, depth), vec3(1.0));
}

// An unrotated face has its exact color under any light.
float faceLight(float side) {
  return clamp(1.0 + FACE_SHADE * uIntensity * (side * dot(uAxisZ, uLight) - uLight.z), 0.45, 1.12);
}

vec4 shadowAt(vec2 s) {
  vec3 eye = toText(vec3(0.0, 0.0, uPerspective));
  vec3 way = toText(vec3(s - uShadowOffset, -uPerspective));
  float plane = way.z < 0.0 ? -uDepth : 0.0; // the far plane: front or back, whichever is farther from the eye
  float t = (plane - eye.z) / way.z;
  vec2 q = ((eye + way * t).xy - uShadowArea.xy) / uShadowArea.zw;
  bool isOn = t > NEAREST && all(greaterThanEqual(q, vec2(0.0))) && all(lessThanEqual(q, vec2(1.0)));
  return isOn ? uShadowInk * textureLod(uShadow, q, 0.0).a : vec4(0.0);
}

// `isEven`: no edge is within two pixels, so one ray is enough.
vec4 solidAt(vec2 s, float spacing, out bool isEven) {
  isEven = true;
  vec3 eye = toText(vec3(0.0, 0.0, uPerspective));
  vec3 way = toText(vec3(s, -uPerspective));
  way += vec3(lessThan(abs(way), vec3(1e-7))) * 1e-7;
  vec3 half3 = vec3(uSpan, uDepth) * 0.5;
  vec3 middle = vec3(0.0, 0.0, -half3.z);
  vec3 a = (middle - half3 - eye) / way, b = (middle + half3 - eye) / way;
  vec3 enter = min(a, b), leave = max(a, b);
  float tIn = max(max(enter.x, enter.y), max(enter.z, NEAREST));
  float tOut = min(leave.x, min(leave.y, leave.z));
  if (tOut <= tIn) return vec4(0.0);

  vec4 color = vec4(0.0);
  float speed = max(length(way.xy), 1e-6);
  float t = tIn;
  vec3 at = eye + way * t;
  float footprint = spacing * t;
  float d = distanceAt(at.xy);
  if (tIn == enter.z) {
    bool isFront = way.z < 0.0;
    float lod = log2(max(footprint * uFaceTexels, 1.0));
    vec4 face = textureLod(uFace, at.xy / uSpan + 0.5, lod);
    float light = faceLight(isFront ? 1.0 : -1.0);
    vec3 core = min(uExtrude * light, vec3(1.0));
    color = isFront ? vec4(min(face.rgb * light, vec3(face.a)), face.a) : vec4(core, 1.0) * face.a;
    if (d < -footprint) {
      isEven = d < -2.0 * uPixel * t;
      return color + vec4(core, 1.0) * (1.0 - color.a); // the core is visible through translucent parts of an emoji
    }
    if (d < footprint) {
      isEven = false;
      vec2 n = outward(at.xy, footprint);
      float closing = -dot(way.xy, n);
      if (closing > 0.0) {
        // if the wall under this edge faces the eye, the wall fills the rest of the pixel next to the face
        float wall = clamp(0.5 - d / footprint, 0.0, 1.0);
        if (wall >= 1.0 || color.a > 0.999) return color + vec4(wallColor(at, footprint), 1.0) * (1.0 - color.a);
      } else {
        t += (footprint - d) / max(-closing, 0.05 * speed); // leaves the ray's first edge, before the search for other edges
        at = eye + way * t;
        if (t >= tOut) return color;
        d = distanceAt(at.xy);
      }
    }
  }

  // coverage so far, by the ray's distance to the nearest wall in units of its footprint
  float covered = 0.0;
  vec3 hit = at;
  float previous = 1e6;
  bool isDone = false;
  for (int i = 0; i < MAX_STEPS; i++) {
    footprint = spacing * t;
    float near = clamp(0.5 - d / footprint, 0.0, 1.0);
    if (d < previous && near > covered) {
      covered = near;
      hit = at;
    }
    isEven = isEven && d > 2.0 * uPixel * t;
    isDone = covered >= 1.0 || t >= tOut;
    if (isDone) break;
    previous = d;
    t = min(t + max(abs(d), 0.5 * footprint) / speed, tOut);
    at = eye + way * t;
    d = distanceAt(at.xy);
  }
  if (!isDone) covered = 1.0; // after MAX_STEPS the ray is still close to a wall
  if (covered > 0.0) color += vec4(wallColor(hit, footprint), 1.0) * covered * (1.0 - color.a);
  return color;
}

vec2 placeOf(vec2 outputPx) {
  vec2 p = outputPx - uCenter;
  return vec2(dot(uTurn.xy, p), dot(uTurn.zw, p));
}

// The pixel's center, then four samples in a rotated square, with no two in the same row or column.
const vec2 SAMPLES[5] = vec2[5](vec2(0.0), vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(-0.375, 0.125), vec2(0.125, 0.375));

// One call of solidAt for all rays: a compiler that inlines five calls takes five times as long before the first frame.
void main() {
  vec2 outputPx = floor(vTexel) + 0.5 + uTarget;
  vec4 solid = vec4(0.0);
  int rays = 1;
  for (int i = 0; i < rays; i++) {
    bool isEven;
    vec4 color = solidAt(placeOf(outputPx + SAMPLES[i]), i == 0 ? uPixel : uPixel * 0.5, isEven);
    if (i == 0 && uSamples > 1 && !isEven) rays = 5;
    else solid += i == 0 ? color : 0.25 * color;
  }
  finalColor = solid + shadowAt(placeOf(outputPx)) * (1.0 - solid.a);
}
