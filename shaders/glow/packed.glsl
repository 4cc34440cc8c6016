// Packs one number 0..1 into two 8-bit channels, with 16-bit precision and without half-float targets. Use only
// texelFetch to read them, because a filtering sampler would mix the halves.

in vec2 vTexel;

uniform sampler2D uSource;
uniform vec4 uDecode;        // weights of the source's channels: a layer's alpha, or the two halves of a packed number
uniform vec2 uSourceOrigin;  // first texel of the source, counted from the document's origin in texels of its level
uniform vec2 uTarget;        // first texel of the target, counted from the document's origin in texels of its level

// The source is 0 outside its texture.
float valueAt(ivec2 at) {
  at -= ivec2(uSourceOrigin);
  bool isInside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, textureSize(uSource, 0)));
  return isInside ? dot(texelFetch(uSource, at, 0), uDecode) : 0.0;
}

ivec2 targetTexel() {
  return ivec2(floor(vTexel)) + ivec2(uTarget);
}

#ifdef COLORED
out vec4 finalColor;
uniform vec4 uInk;  // premultiplied color; isn't named uColor, because Pixi sets uColor on every mesh
uniform float uGain; // 1 doesn't change the blur; larger values brighten the glow
uniform float uCut;  // alpha of a straight edge where the glow ends

void put(float value) {
  float shown = clamp((value - uCut) / (1.0 - uCut), 0.0, 1.0);
  finalColor = uInk * (1.0 - pow(1.0 - shown, uGain));
}
#else
out vec4 packed;

void put(float value) {
  float whole = floor(clamp(value, 0.0, 1.0) * 65535.0 + 0.5);
  float high = floor(whole / 256.0);
  packed = vec4(high / 255.0, (whole - high * 256.0) / 255.0, 0.0, 0.0);
}
#endif
