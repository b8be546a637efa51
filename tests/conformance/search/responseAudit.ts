import { type IndexFixture, indexAudit } from './target.ts';

/** The index of the audits of responses and highlights. */
const FIXTURE: IndexFixture = {
  settings: {
    searchableAttributes: ['title', 'topics.title', 'text'],
    attributesForFaceting: ['searchable(topics.slug)', 'year', 'kind', 'filterOnly(secret)'],
    customRanking: ['desc(year)'],
    attributeForDistinct: 'group',
  },
  records: [
    {
      objectID: 'a',
      kind: 'film',
      title: 'Attractors',
      year: 1963,
      group: 'x',
      secret: 's',
      topics: [{ slug: 'chaos', title: 'Chaos' }],
      text: 'one two three four five attractor seven eight nine ten eleven twelve',
    },
    {
      objectID: 'b',
      kind: 'film',
      title: 'Ripples',
      year: 1801,
      group: 'y',
      topics: [
        { slug: 'waves', title: 'Waves' },
        { slug: 'chaos', title: 'Chaos' },
      ],
      text: 'A strange attractor',
    },
    {
      objectID: 'c',
      kind: 'article',
      title: 'Chaos explained',
      year: 1990,
      group: 'x',
      topics: [{ slug: 'chaos', title: 'Chaos' }],
      text: 'Words',
    },
  ],
};

/** Declares an audit of responses, on this index. */
export const responseAudit = (
  id: string,
  name: string,
  run: Parameters<typeof indexAudit>[4],
  level: 'MUST' | 'SHOULD' = 'MUST',
) => indexAudit(`search-response-${id}`, level, name, FIXTURE, run);
