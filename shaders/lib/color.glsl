// Color helpers. Encoded values are 0..1 with the transfer function of sRGB, which Display P3 shares; straight = not
// multiplied by alpha. color.ts has the same weights.
#ifdef DISPLAY_P3
const vec3 LUMA = vec3(0.229, 0.6917, 0.0793);
#else
const vec3 LUMA = vec3(0.2126, 0.7152, 0.0722); // weights of Rec. 709
#endif

vec3 linearOf(vec3 encoded) {
  return mix(encoded / 12.92, pow((encoded + 0.055) / 1.055, vec3(2.4)), greaterThan(encoded, vec3(0.04045)));
}

vec3 encodedOf(vec3 linear) {
  return mix(12.92 * linear, 1.055 * pow(max(linear, vec3(1e-9)), vec3(1.0 / 2.4)) - 0.055, greaterThan(linear, vec3(0.0031308)));
}

// A fully transparent pixel of an unchanged photo must preserve its hidden color. In half-float targets this alpha
// preserves the color and rounds to 0 in 8 bits. Dividing the premultiplied result by this alpha restores the color.
const float HIDDEN_ALPHA = 1.0 / 4096.0;

vec4 premultiplied(vec3 straight, float alpha) {
  return vec4(straight * alpha, alpha);
}

// Converts the blur's premultiplied linear light to a straight encoded color.
vec3 straightOf(vec4 light) {
  return encodedOf(light.rgb / max(light.a, 1e-5));
}

// Packs a number 0..1 into two 8-bit channels. Together they have 16 bits on every device, which is finer than a half
// float near 1.
vec2 packed(float value) {
  float code = floor(clamp(value, 0.0, 1.0) * 65535.0 + 0.5);
  float high = floor(code / 256.0);
  return vec2(high, code - 256.0 * high) / 255.0;
}

float unpacked(vec2 channels) {
  return dot(floor(channels * 255.0 + 0.5), vec2(256.0, 1.0)) / 65535.0;
}
