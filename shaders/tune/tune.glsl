// The frame of the fused enhancements of one pixel: straight alpha, encoded in the working space, in and out. glsl.ts
// puts the steps behind it. Neutral steps are left out by uTuneFlags: a constant in a specialised program, a uniform in the one for
// instant use. Reach: 0; low-passed luma and tone mask are made elsewhere. Twin: tune.reference.ts.
#ifdef TUNE_FLAGS
const int uTuneFlags = TUNE_FLAGS;
#else
uniform int uTuneFlags;
#endif

struct Surroundings {
  float luma; // of the pixel before the first step
  float low;  // low-passed luma
  vec2 mask;  // slope and intercept of the tone base over luma
  vec2 place; // the output px's centre: 0..1 across and down the photo
};

// Interleaved gradient noise [Jimenez 2014] at whole px, ±0.485 of an 8-bit step: breaks up banding, leaves exact
// 8-bit codes alone, and is the same in every strip.
vec3 dithered(vec3 color, vec2 px) {
  float noise = fract(52.9829189 * fract(dot(px, vec2(0.06711056, 0.00583715))));
  return color + (noise - 0.5) * (0.97 / 255.0);
}

