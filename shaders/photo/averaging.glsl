// The space in which colours are averaged: encoded, as browsers downscale, or linear light (LINEAR_LIGHT), as a blur.
#ifdef LINEAR_LIGHT
#define toAveraged linearOf
#define fromAveraged encodedOf
#else
#define toAveraged(code) (code)
#define fromAveraged(code) (code)
#endif
