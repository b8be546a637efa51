import { expect, test } from '@jest/globals';
import { type ArticleInput, articleObject } from './articleObject.ts';
import { breadcrumbList } from './breadcrumbList.ts';
import { type FilmInput, videoObject } from './videoObject.ts';
import { webSite } from './webSite.ts';

const ORIGIN = 'https://figures.test';
const film: FilmInput = {
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
  durationSeconds: 76.4,
  publicPlayback: { still: 'https://pictures.test/still', stream: 'https://films.test/a.m3u8' },
};

test('structured data: chapters are clips that end where the next one starts', () => {
  expect(videoObject(ORIGIN, film)).toMatchObject({
    duration: 'PT1M16S',
    contentUrl: 'https://films.test/a.m3u8',
    hasPart: [
      { name: 'One', startOffset: 0, endOffset: 5.5, url: `${ORIGIN}/films/lorenz?t=0` },
      { name: 'Many', startOffset: 5.5, endOffset: 76.4, url: `${ORIGIN}/films/lorenz?t=5.5` },
    ],
  });
});

test('structured data: contains no URLs of a signed video', () => {
  const json = JSON.stringify(videoObject(ORIGIN, { ...film, publicPlayback: null, durationSeconds: null }));
  expect(json).not.toMatch(/contentUrl|embedUrl|films\.test|pictures\.test|duration/);
  expect(json).toContain(`"thumbnailUrl":"${ORIGIN}/card.png"`);
});

test('structured data: sound without pictures is an AudioObject without a picture', () => {
  const publicPlayback = { still: null, stream: 'https://films.test/a.m3u8' };
  const sound = videoObject(ORIGIN, { ...film, isAudio: true, publicPlayback });
  expect(sound).toMatchObject({ '@type': 'AudioObject', contentUrl: 'https://films.test/a.m3u8' });
  expect(sound).not.toHaveProperty('thumbnailUrl');
});

test('structured data: tells the authors of an article from the people whom it is about', () => {
  const article: ArticleInput = {
    ...{ slug: 'seven-neighbours', title: 'Seven neighbours', excerpt: null, publishedAt: null },
    ...{ updatedAt: null, imageUrl: null, readingMinutes: 3, topics: [], films: [] },
    authors: [{ name: 'Tom Albrecht', slug: null }],
    people: [{ name: 'Craig Reynolds', slug: 'craig-reynolds' }],
  };
  expect(articleObject(ORIGIN, article)).toMatchObject({
    author: [{ '@type': 'Person', name: 'Tom Albrecht' }],
    about: [{ name: 'Craig Reynolds', url: `${ORIGIN}/people/craig-reynolds` }],
  });
  expect(articleObject(ORIGIN, { ...article, authors: [] })).toMatchObject({
    author: { '@type': 'Organization' },
  });
});

test('structured data: has the search action and breadcrumbs', () => {
  expect(webSite(ORIGIN)).toMatchObject({
    potentialAction: {
      target: { urlTemplate: `${ORIGIN}/search?q={query}` },
      'query-input': 'required name=query',
    },
  });
  expect(breadcrumbList(ORIGIN, 'Person', 'edward-lorenz', 'Lorenz').itemListElement).toMatchObject([
    { item: `${ORIGIN}/` },
    { item: `${ORIGIN}/people`, name: 'People' },
    { item: `${ORIGIN}/people/edward-lorenz`, position: 3 },
  ]);
});
