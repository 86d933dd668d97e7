/** Synonyms built by combining parts. */

/** Goals: `how can we climb` asks for recommendations. */
const wins =
  'beat, overtake, pass, outrank, surpass, outperform, catch up, get ahead, get past, get in front of, close the gap, win, win back, get back, climb, grow, rise, recover, gain, gain on, increase, raise, boost, strengthen, defend, do better, get better, become more visible, become number one, become the leader, be more visible, be first, be number one, be mentioned, be recommended, get recommended, get mentioned, get ranked, get into ai answers, get into the answers, get more visible, get more visibility, get more mentions, get more citations, get noticed, get found, show up more, appear more, go up, rank higher, rank better, move up, turn this around, turn it around, turn things around, stop losing, stop falling, stop dropping, stop the drop, stop the decline'.split(
    ', ',
  )

/** Platforms whose accounts can be connected. */
const platforms = [
  ...['linkedin', 'facebook', 'instagram', 'meta', 'tiktok', 'google', 'google ads', 'bing ads', 'youtube'],
  ...['shopify', 'ga4', 'google analytics', 'search console', 'x', 'twitter', 'pinterest', 'quora'],
]

/** People on whose behalf somebody asks for figures. */
const roles = [
  ...[
    'ceo',
    'cto',
    'coo',
    'vp',
    'svp',
    'evp',
    'director',
    'founder',
    'head of marketing',
    'head of seo',
    'marketing lead',
  ],
  ...[
    'sales',
    'sales team',
    'sales lead',
    'investor',
    'investors',
    'customer',
    'pr team',
    'agency',
    'content team',
  ],
]

export const combinedSynonyms: readonly (readonly [synonym: string, concept: string])[] = [
  ...[
    'connect',
    'link',
    'add',
    'hook up',
    'integrate',
    'connect to',
    'link to',
    'integrate with',
    'connect our',
    'link our',
    'connect my',
  ].flatMap((verb) => platforms.map((platform) => [`${verb} ${platform}`, 'account'] as const)),
  ...roles.flatMap((role) =>
    [
      'asks',
      'asked',
      'is asking',
      'wants to know',
      'wants to see',
      'wants',
      'wanted to know',
      'needs',
      'needs to know',
    ].flatMap((asks) => ['the', 'our', 'my'].map((whose) => [`${whose} ${role} ${asks}`, ''] as const)),
  ),
  ...roles.flatMap((role) => ['the', 'our', 'my'].map((whose) => [`for ${whose} ${role}`, ''] as const)),
  ...['do we', 'can we', 'could we', 'should we', 'would we', 'do i', 'can i', 'to'].flatMap((asking) =>
    wins.map((win) => [`how ${asking} ${win}`, 'howbeat'] as const),
  ),
]
