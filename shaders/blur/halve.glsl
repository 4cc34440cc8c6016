// Halving with [1, 3, 3, 1] / 8 in both directions: 16 reads. `at` = texel of the smaller picture.
#define HALVE_OF(NAME, READ)                                                            \
  vec4 NAME(ivec2 at) {                                                                 \
    float weights[4] = float[4](0.125, 0.375, 0.375, 0.125);                            \
    vec4 sum = vec4(0.0);                                                               \
    for (int y = 0; y < 4; y++)                                                         \
      for (int x = 0; x < 4; x++)                                                       \
        sum += READ(at * 2 + ivec2(x - 1, y - 1)) * (weights[x] * weights[y]);          \
    return sum;                                                                         \
  }
