// What a mean of colours is taken of: their codes, as screens and browsers make pictures smaller, or their light, as a
// blur mixes them.
#ifdef IN_LIGHT
#define lightOf linearOf
#define codeOf encodedOf
#else
#define lightOf(code) (code)
#define codeOf(code) (code)
#endif
