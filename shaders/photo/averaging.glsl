// What a mean of colours is taken of: their codes, as screens and browsers make pictures smaller, or their light, as a
// blur mixes them.
#ifdef LINEAR_LIGHT
#define toAveraged linearOf
#define fromAveraged encodedOf
#else
#define toAveraged(code) (code)
#define fromAveraged(code) (code)
#endif
