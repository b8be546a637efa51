import { expect, test } from '@jest/globals';
import { trailThing } from './breadcrumbList.ts';
import { siteThing } from './site.ts';
import { filmThing, type ToldFilm } from './videoObject.ts';

const ORIGIN = 'https://figures.test';
const film: ToldFilm = {
  slug: 'lorenz',
  title: 'Lorenz’s butterfly',
  description: 'Thousands of forecasts begin as one thread.',
  publishedAt: '2026-02-01T08:00:00Z',
  updatedAt: null,
  chapters: [
    { start: 0, title: 'One' },
    { start: 5.5, title: 'Many' },
  ],
  topics: [{ title: 'Chaos' }],
  people: [{ name: 'Edward Norton Lorenz', slug: 'edward-lorenz' }],
  seconds: 76.4,
  open: { still: 'https://pictures.test/still', stream: 'https://films.test/a.m3u8' },
};

test('the chapters of a film are clips that end where the next begins, and can be opened', () => {
  expect(filmThing(ORIGIN, film)).toMatchObject({
    duration: 'PT1M16S',
    contentUrl: 'https://films.test/a.m3u8',
    hasPart: [
      { name: 'One', startOffset: 0, endOffset: 5.5, url: `${ORIGIN}/films/lorenz?t=0` },
      { name: 'Many', startOffset: 5.5, endOffset: 76.4, url: `${ORIGIN}/films/lorenz?t=5.5` },
    ],
  });
});

test('of a film that is signed no address is told that stops working', () => {
  const told = JSON.stringify(filmThing(ORIGIN, { ...film, open: null, seconds: null }));
  expect(told).not.toMatch(/contentUrl|embedUrl|films\.test|pictures\.test|duration/);
  expect(told).toContain(`"thumbnailUrl":"${ORIGIN}/card.png"`);
});

test('a search engine learns how to search the magazine, and where a page stands in it', () => {
  expect(siteThing(ORIGIN)).toMatchObject({
    potentialAction: {
      target: { urlTemplate: `${ORIGIN}/search?q={query}` },
      'query-input': 'required name=query',
    },
  });
  expect(trailThing(ORIGIN, 'Person', 'edward-lorenz', 'Lorenz').itemListElement).toMatchObject([
    { item: `${ORIGIN}/` },
    { item: `${ORIGIN}/people`, name: 'People' },
    { item: `${ORIGIN}/people/edward-lorenz`, position: 3 },
  ]);
});
