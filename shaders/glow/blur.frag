// Gaussian along one axis. In: alpha, or packed. Out: packed, or coloured. Up to 25 samples. Reach: uTaps.
// Twin: glow.reference.ts.
const int MAX_TAPS = 12;

uniform vec2 uAxis;                   // (1, 0) or (0, 1)
uniform float uTaps;                  // to each side
uniform float uWeights[MAX_TAPS + 1]; // from the middle outwards; middle + 2 × the rest = 1

void main() {
  ivec2 at = targetTexel();
  ivec2 axis = ivec2(uAxis);
  int taps = int(uTaps);
  float sum = uWeights[0] * valueAt(at);
  for (int i = 1; i <= taps; i++) sum += uWeights[i] * (valueAt(at + axis * i) + valueAt(at - axis * i));
  put(sum);
}
