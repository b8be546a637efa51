import type { ReaderType } from './readerTypes.ts';

/** Names of types whose documents are the texts and works of a publication. */
const PUBLICATION = /article|post|blog|news|story|essay|report|review|episode|film|recipe|issue|release/i;

/** Points of a type for what a publication shows of its documents. */
const POINTS: readonly { readonly points: number; readonly has: (type: ReaderType) => unknown }[] = [
  { points: 4, has: ({ name }) => PUBLICATION.test(name) },
  { points: 3, has: ({ date }) => date },
  { points: 2, has: ({ text }) => text },
  { points: 2, has: ({ picture }) => picture.length > 0 },
  { points: 2, has: ({ author }) => author },
  { points: 1, has: ({ standfirst }) => standfirst },
  { points: 1, has: ({ slug }) => slug },
  { points: -6, has: ({ role }) => role === 'person' },
  { points: -8, has: ({ role }) => role === 'topic' || role === 'question' },
];

const pointsOf = (type: ReaderType): number =>
  POINTS.reduce((sum, { points, has }) => sum + (has(type) ? points : 0), 0);

/** Returns the types with lists for readers, those most like articles first. Pages, settings and technical types have none. */
export const sectionsOf = (types: readonly ReaderType[]): readonly ReaderType[] =>
  types
    .filter(
      ({ list, role }) => list !== undefined && ['article', 'person', 'topic', 'question'].includes(role),
    )
    .toSorted((a, b) => pointsOf(b) - pointsOf(a));
