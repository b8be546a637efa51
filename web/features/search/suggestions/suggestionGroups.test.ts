import { describe, expect, test } from '@jest/globals';
import type { SuggestionsQuery } from './Suggestions.generated.ts';
import { suggestionGroups } from './suggestionGroups.ts';

const completions = (...texts: string[]): SuggestionsQuery['completions'] => ({
  __typename: 'Suggestions',
  queries: texts.map((text) => ({
    __typename: 'SuggestedQuery',
    text,
    segments: [{ __typename: 'TextSegment', text, matched: true }],
  })),
});

const NO_DOCUMENTS: { __typename: 'Suggestions'; documents: never[] } = {
  __typename: 'Suggestions',
  documents: [],
};
const EMPTY: SuggestionsQuery = {
  completions: completions(),
  films: NO_DOCUMENTS,
  people: NO_DOCUMENTS,
  topics: NO_DOCUMENTS,
  articles: NO_DOCUMENTS,
  moments: null,
};

const film = (title: string, posterUrl: string | null) => ({
  __typename: 'SuggestedDocument' as const,
  highlights: [],
  node: {
    __typename: 'Film' as const,
    id: title,
    slug: title,
    title,
    accent: 'oklch(0.8 0.09 90)',
    video: {
      __typename: 'Video' as const,
      id: 'v',
      playback: posterUrl === null ? null : { __typename: 'Playback' as const, posterUrl },
    },
  },
});

const page = (typename: 'Topic' | 'Collection', title: string) => ({
  __typename: 'SuggestedDocument' as const,
  highlights: [],
  node: { __typename: typename, id: title, slug: title, title },
});

const momentsOf = (text: string): SuggestionsQuery['moments'] => ({
  __typename: 'MomentConnection',
  relaxedQuery: null,
  edges: [
    {
      __typename: 'MomentEdge',
      cursor: text,
      node: {
        __typename: 'Moment',
        start: 1,
        language: 'en',
        snippet: [{ __typename: 'TextSegment', text, matched: true }],
        film: { __typename: 'Film', id: 'f', slug: 'f', title: 'F' },
      },
    },
  ],
});

const textsOf = (data: Partial<SuggestionsQuery>, typed: string) =>
  suggestionGroups({ ...EMPTY, ...data }, typed).map(
    ({ label, suggestions }) => `${label}: ${suggestions.map(({ text }) => text).join(', ')}`,
  );

describe('suggestions', () => {
  test('drop completions by typo tolerance if another one matches as typed', () => {
    expect(
      textsOf({ completions: completions('Woven by rule', 'Waves', 'The wave equation') }, 'wave'),
    ).toEqual(['Searches: Waves, The wave equation']);
  });

  test('drop completions by typo tolerance if the name of a document matches as typed', () => {
    const films = { ...NO_DOCUMENTS, documents: [film('Waves', null)] };
    expect(textsOf({ completions: completions('Woven by rule'), films }, 'wave')).toEqual(['Films: Waves']);
  });

  test('keep completions by typo tolerance if nothing matches as typed', () => {
    expect(textsOf({ completions: completions('Lorenz’s butterfly') }, 'butterfy')).toEqual([
      'Searches: Lorenz’s butterfly',
    ]);
  });

  test('match without accents, and every typed word', () => {
    expect(textsOf({ completions: completions('Poincaré', 'Poincaré map') }, 'poincare m')).toEqual([
      'Searches: Poincaré map',
    ]);
  });

  test('have groups of their own for topics and collections', () => {
    const topics = { ...NO_DOCUMENTS, documents: [page('Collection', 'Flocks'), page('Topic', 'Flocking')] };
    expect(textsOf({ topics }, 'flock')).toEqual(['Topics: Flocking', 'Collections: Flocks']);
    expect(textsOf({ topics: { ...topics, documents: [page('Collection', 'Flocks')] } }, 'flock')).toEqual([
      'Collections: Flocks',
    ]);
  });

  test('have moments by typo tolerance after all documents', () => {
    const films = { ...NO_DOCUMENTS, documents: [film('Three bodies', null)] };
    expect(textsOf({ films, moments: momentsOf('a chord') }, 'chao')).toEqual([
      'Films: Three bodies',
      'Moments: a chord',
    ]);
    expect(textsOf({ films, moments: momentsOf('into chaos') }, 'chao')).toEqual([
      'Moments: into chaos',
      'Films: Three bodies',
    ]);
  });

  test('have a thumbnail for each film, with its accent for a film without a still', () => {
    const films = { ...NO_DOCUMENTS, documents: [film('Sand', null), film('Sandbox', '/still')] };
    const thumbnails = suggestionGroups({ ...EMPTY, films }, 'sand').flatMap(({ suggestions }) =>
      suggestions.map(({ thumbnail }) => thumbnail),
    );
    expect(thumbnails).toEqual([
      { url: null, accent: 'oklch(0.8 0.09 90)' },
      { url: '/still', accent: 'oklch(0.8 0.09 90)' },
    ]);
  });
});
