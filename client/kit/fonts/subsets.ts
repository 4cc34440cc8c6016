// Written by scripts/fonts/lock.ts.

/** The subsets of the font packages, each with its code points (hexadecimal), in the order of their priority. */
export const SUBSETS = [
  [
    'latin',
    '0000-00ff,0131,0152-0153,02bb-02bc,02c6,02da,02dc,0304,0308,0329,2000-206f,20ac,2122,2191,2193,2212,2215,feff,fffd',
  ],
  [
    'latin-ext',
    '0100-02ba,02bd-02c5,02c7-02cc,02ce-02d7,02dd-02ff,0304,0308,0329,1d00-1dbf,1e00-1e9f,1ef2-1eff,2020,20a0-20ab,20ad-20c0,2113,2c60-2c7f,a720-a7ff',
  ],
  [
    'vietnamese',
    '0102-0103,0110-0111,0128-0129,0168-0169,01a0-01a1,01af-01b0,0300-0301,0303-0304,0308-0309,0323,0329,1ea0-1ef9,20ab',
  ],
  ['cyrillic', '0301,0400-045f,0490-0491,04b0-04b1,2116'],
  ['cyrillic-ext', '0460-052f,1c80-1c8a,20b4,2de0-2dff,a640-a69f,fe2e-fe2f'],
  ['greek', '0370-0377,037a-037f,0384-038a,038c,038e-03a1,03a3-03ff'],
  ['greek-ext', '1f00-1fff'],
  ['hebrew', '0307-0308,0590-05ff,200c-2010,20aa,25cc,fb1d-fb4f'],
  [
    'arabic',
    '0600-06ff,0750-077f,0870-088e,0890-0891,0897-08e1,08e3-08ff,200c-200e,2010-2011,204f,2e41,fb50-fdff,fe70-fe74,fe76-fefc,102e0-102fb,10e60-10e7e,10ec2-10ec4,10efc-10eff,1ee00-1ee03,1ee05-1ee1f,1ee21-1ee22,1ee24,1ee27,1ee29-1ee32,1ee34-1ee37,1ee39,1ee3b,1ee42,1ee47,1ee49,1ee4b,1ee4d-1ee4f,1ee51-1ee52,1ee54,1ee57,1ee59,1ee5b,1ee5d,1ee5f,1ee61-1ee62,1ee64,1ee67-1ee6a,1ee6c-1ee72,1ee74-1ee77,1ee79-1ee7c,1ee7e,1ee80-1ee89,1ee8b-1ee9b,1eea1-1eea3,1eea5-1eea9,1eeab-1eebb,1eef0-1eef1',
  ],
  ['devanagari', '0900-097f,1cd0-1cf9,200c-200d,20a8,20b9,20f0,25cc,a830-a839,a8e0-a8ff,11b00-11b09'],
  ['gujarati', '0951-0952,0964-0965,0a80-0aff,200c-200d,20b9,25cc,a830-a839'],
  ['tamil', '0964-0965,0b82-0bfa,200c-200d,20b9,25cc'],
  ['thai', '02d7,0303,0331,0e01-0e5b,200c-200d,25cc'],
  ['gothic', '0304-0305,0308,0331,10330-1034a'],
  ['old-italic', '10300-1032f'],
  ['runic', '16a0-16f8'],
  [
    'math',
    '0302-0303,0305,0307-0308,0310,0312,0315,031a,0326-0327,032c,032f-0330,0332-0333,0338,033a,0346,034d,0391-03a1,03a3-03a9,03b1-03c9,03d1,03d5-03d6,03f0-03f1,03f4-03f5,2016-2017,2034-2038,203c,2040,2043,2047,2050,2057,205f,2070-2071,2074-208e,2090-209c,20d0-20dc,20e1,20e5-20ef,2100-2112,2114-2115,2117-2121,2123-214f,2190,2192,2194-21ae,21b0-21e5,21f1-21f2,21f4-2211,2213-2214,2216-22ff,2308-230b,2310,2319,231c-2321,2336-237a,237c,2395,239b-23b7,23d0,23dc-23e1,2474-2475,25af,25b3,25b7,25bd,25c1,25ca,25cc,25fb,266d-266f,27c0-27ff,2900-2aff,2b0e-2b11,2b30-2b4c,2bfe,3030,ff5b,ff5d,1d400-1d7ff,1ee00-1eeff',
  ],
  [
    'symbols',
    '0001-000c,000e-001f,007f-009f,20dd-20e0,20e2-20e4,2150-218f,2190,2192,2194-2199,21af,21e6-21f0,21f3,2218-2219,2299,22c4-22c6,2300-243f,2440-244a,2460-24ff,25a0-27bf,2800-28ff,2921-2922,2981,29bf,29eb,2b00-2bff,4dc0-4dff,fff9-fffb,10140-1018e,10190-1019c,101a0,101d0-101fd,102e0-102fb,10e60-10e7e,1d2c0-1d2d3,1d2e0-1d37f,1f000-1f0ff,1f100-1f1ad,1f1e6-1f1ff,1f30d-1f30f,1f315,1f31c,1f31e,1f320-1f32c,1f336,1f378,1f37d,1f382,1f393-1f39f,1f3a7-1f3a8,1f3ac-1f3af,1f3c2,1f3c4-1f3c6,1f3ca-1f3ce,1f3d4-1f3e0,1f3ed,1f3f1-1f3f3,1f3f5-1f3f7,1f408,1f415,1f41f,1f426,1f43f,1f441-1f442,1f444,1f446-1f449,1f44c-1f44e,1f453,1f46a,1f47d,1f4a3,1f4b0,1f4b3,1f4b9,1f4bb,1f4bf,1f4c8-1f4cb,1f4d6,1f4da,1f4df,1f4e3-1f4e6,1f4ea-1f4ed,1f4f7,1f4f9-1f4fb,1f4fd-1f4fe,1f503,1f507-1f50b,1f50d,1f512-1f513,1f53e-1f54a,1f54f-1f5fa,1f610,1f650-1f67f,1f687,1f68d,1f691,1f694,1f698,1f6ad,1f6b2,1f6b9-1f6ba,1f6bc,1f6c6-1f6cf,1f6d3-1f6d7,1f6e0-1f6ea,1f6f0-1f6f3,1f6f7-1f6fc,1f700-1f7ff,1f800-1f80b,1f810-1f847,1f850-1f859,1f860-1f887,1f890-1f8ad,1f8b0-1f8bb,1f8c0-1f8c1,1f900-1f90b,1f93b,1f946,1f984,1f996,1f9e9,1fa00-1fa6f,1fa70-1fa7c,1fa80-1fa89,1fa8f-1fac6,1face-1fadc,1fadf-1fae9,1faf0-1faf8,1fb00-1fbff',
  ],
  ['symbols2', '2000-2001,2004-2008,200a,23b8-23bd,2500-259f'],
] as const

/**
 * Subsets of each family, in the order of the families' ids. Each is a number in base 36, whose bit i stands for
 * SUBSETS[i].
 */
export const FAMILY_SUBSETS =
  '3 3 3 3j 7 7 7 3 3z 77 17 7 7 3 7 1 7 3 v ef 7 7 7 7 3 3n 3 7 v n 47pf 1 1 3 3 7 7 7 7 7 7 77 1 18f7 1 1kz r 3 1 35z 77 3 35z 3 3 1r 3 1 v 3 3 3 1 7 7 3 3 7 3 3 3 3 7 3j 3 7f 7 v 3 3 3 5md7 5md7 3j n 7 3n 7 3n 1 1 3 j 3 1 1 2n 1 3 1 v 1r v 7 3 3 3 3j 1 7 1r 7 1 b 3 eb 35z 3 3 3 3 3 1 7 3 7 3 v 3 3 v 1 1 47q7 3 7 1r 13 3 b 7 7 v 3 3 3 v 3 v 9 3 3 1 1 z v v 47wf 1 v 3 3 3 v 3 3 3 7 1 7 1 3 v 7 7 f f n b eb t 1n r 7 7 7 3 eb v 3 3 7b 1 3 47sv 3j 1r 3j 1 1 eb bf b f b 3 3 7 1 3 1 sj 7 7 3 1 3 3j 3j 1r 7 7 3 v 1 3 z 1 eb b 7 3 3 3 v 7 1 3 3 7 1 7 7 47q7 3 v 3 3 3 3'
