import type { IndexFixture } from './target.ts';

/** The index of the audits of matching and ranking. */
export const FIXTURE: IndexFixture = {
  settings: {
    searchableAttributes: ['title', 'tagline,people.name', 'unordered(text)'],
    customRanking: ['desc(popularity)'],
  },
  records: [
    { objectID: 'lorenz', title: 'The Lorenz attractor', tagline: 'A butterfly of chaos', popularity: 5 },
    { objectID: 'poincare', title: 'Poincaré sections', people: [{ name: 'Henri Poincaré' }], popularity: 3 },
    {
      objectID: 'chladni',
      title: 'Chladni figures',
      text: 'Sand draws the nodal lines of a plate in chaos',
      popularity: 9,
    },
    {
      objectID: 'waves',
      title: 'Waves in a ripple tank',
      text: 'A wave meets a wave; interference patterns',
      popularity: 1,
    },
    { objectID: 'chaos', title: 'Chaos', text: 'What a small difference does', popularity: 2 },
    {
      objectID: 'games',
      title: 'Chaos game, a game of chaos',
      text: 'Points jump to and fro',
      popularity: 8,
    },
    { objectID: 'life', title: 'Game of Life', tagline: 'Cells by Conway', year: 1970, popularity: 7 },
  ],
};
