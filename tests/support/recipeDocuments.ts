import type { CaptionTrack } from '../../gateway/core/captionTrack.ts';

/** A model of recipes with every kind of field that a search record can contain. */
export const recipeSdl = /* GraphQL */ `
  type Recipe @document {
    title: String! @searchable(weight: 10)
    slug: String! @groq(expr: "slug.current")
    summary: String @searchable(weight: 5)
    minutes: Float @searchable(facet: true)
    season: Season @searchable(facet: true)
    tags: [String!] @searchable(weight: 2, facet: true)
    cuisines: CuisineConnection @searchable(weight: 3, facet: true)
    ingredients: [Ingredient!]! @searchable(weight: 4)
    inspiredBy: [Inspiration!] @searchable(weight: 2, facet: true)
    method: RichText @searchable
    notes: String
    video: Video @asset(field: "clip")
    related(first: Int = 6): [Recipe!] @related(by: ["cuisines"])
    inSeason(first: Int = 6): [Recipe!] @related(by: ["season", "minutes"])
  }
  type Cuisine @document { title: String! @searchable(weight: 10) slug: String! @groq(expr: "slug.current") }
  type Cook @document { name: String! @searchable(weight: 10) born: Int reel: Video @asset }
  type Book @document { title: String! @label slug: String! @groq(expr: "slug.current") }
  type Ingredient { name: String! amount: Float unit: String producer: Cook }
  union Inspiration = Cook | Book
  enum Season { SPRING SUMMER AUTUMN WINTER }
`;

/** A document of the content service. */
export type SanityDocument = Readonly<Record<string, unknown>> & {
  readonly _id: string;
  readonly _type: string;
};

/** Facet values that would change a filter if it were concatenated without escaping. */
export const HOSTILE_TAGS = [
  'quick',
  'a:b',
  '-dash',
  'x OR y',
  '"quoted"',
  `it's`,
  'naïve ☕ ÆØ',
  '__proto__',
  'constructor',
  'back\\slash',
  'tags:quick AND NOT _type:recipe',
] as const;

const SEASONS = ['SPRING', 'SUMMER', 'AUTUMN', 'WINTER'] as const;
const CUISINES = ['thai', 'italian', 'mexican', 'japanese'] as const;
const DISHES = ['Noodle Soup', 'Flat Bread', 'Pepper Stew', 'Rice Salad', 'Custard Tart'] as const;
const METHOD =
  'Begin the day before. Let everything come to the warmth of the room, weigh it twice, and read the recipe to its ' +
  'end before a flame is lit. Fold the saffron in slowly, so that nothing breaks, and keep the lid on while it rests. ' +
  'Serve it at once, with more than the guests need, and wash the pot while it is warm.';

const reference = (id: string) => ({ _type: 'reference', _ref: id });
const stamped = (doc: SanityDocument, day: number): SanityDocument => ({
  _rev: `rev-${doc._id}`,
  _createdAt: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
  _updatedAt: new Date(Date.UTC(2026, 5, 1 + day)).toISOString(),
  ...doc,
});

/** Forty recipes and the documents that they reference. */
export const recipeDocuments: readonly SanityDocument[] = [
  ...CUISINES.map((slug) => ({
    _id: `cuisine-${slug}`,
    _type: 'cuisine',
    title: `${slug[0]?.toUpperCase()}${slug.slice(1)} cooking`,
    slug: { current: slug },
  })),
  { _id: 'cook-ada', _type: 'cook', name: 'Ada Marchetti', born: 1931 },
  { _id: 'book-salt', _type: 'book', title: 'Salt and Time', slug: { current: 'salt-and-time' } },
  ...Array.from(
    { length: 40 },
    (_, i): SanityDocument => ({
      _id: `recipe-${String(i).padStart(2, '0')}`,
      _type: 'recipe',
      title: `${DISHES[i % DISHES.length]} No. ${i}`,
      slug: { current: `recipe-${i}` },
      summary: i % 4 === 0 ? 'A dish for a rainy evening' : null,
      minutes: 10 + (i % 8) * 5,
      season: SEASONS[i % SEASONS.length],
      tags: [HOSTILE_TAGS[i % HOSTILE_TAGS.length], ...(i % 2 ? ['slow'] : [])],
      cuisines: [
        reference(`cuisine-${CUISINES[i % CUISINES.length]}`),
        ...(i % 3 === 0 ? [reference('cuisine-thai')] : []),
        ...(i === 7 ? [reference('cuisine-gone')] : []),
      ].filter((one, at, all) => all.findIndex(({ _ref }) => _ref === one._ref) === at),
      ingredients: [
        {
          _type: 'ingredient',
          name: i % 5 === 0 ? 'saffron' : 'leek',
          amount: 3,
          unit: 'g',
          producer: reference('cook-ada'),
        },
        { _type: 'ingredient', name: 'water' },
      ],
      inspiredBy: i % 10 === 0 ? [reference('cook-ada'), reference('book-salt')] : null,
      method: [
        {
          _type: 'block',
          _key: 'a',
          style: 'normal',
          markDefs: [],
          children: [{ _type: 'span', _key: 'b', marks: [], text: METHOD }],
        },
      ],
      clip:
        i === 3
          ? 'asset-three'
          : i === 4
            ? { _type: 'mux.video', asset: reference('mux-four') }
            : i === 5
              ? { _type: 'mux.video' }
              : null,
    }),
  ),
  { _id: 'mux-four', _type: 'mux.videoAsset', assetId: 'asset-four' },
].map((doc, i) => stamped(doc, i));

/** Returns the captions of a video; two recipes have one. */
export const recipeCues = async (assetId: string): Promise<readonly CaptionTrack[]> => {
  if (assetId === 'asset-three')
    return [
      {
        track: 'three-en',
        language: 'en',
        cues: [
          { start: 0.5, end: 3, text: 'First we warm the broth.' },
          { start: 3, end: 6.25, text: 'Then the saffron\ngoes in, <slowly>.' },
          { start: 7, end: 9, text: '  ' },
        ],
      },
      {
        track: 'three-de',
        language: 'de',
        cues: [{ start: 3, end: 6.25, text: 'Dann kommt der Safran hinein.' }],
      },
    ];
  if (assetId === 'asset-four')
    return [
      { track: 'four-en', language: 'en', cues: [{ start: 1, end: 2, text: 'Broth again, and bread.' }] },
    ];
  return [];
};
