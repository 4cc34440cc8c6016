// A number 0..1 in two 8-bit channels: 16 bits that every device can draw into, finer than a half float near 1.
vec2 packed(float value) {
  float code = floor(clamp(value, 0.0, 1.0) * 65535.0 + 0.5);
  float high = floor(code / 256.0);
  return vec2(high, code - 256.0 * high) / 255.0;
}

float unpacked(vec2 channels) {
  return dot(floor(channels * 255.0 + 0.5), vec2(256.0, 1.0)) / 65535.0;
}
