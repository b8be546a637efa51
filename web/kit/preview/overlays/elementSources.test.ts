import { describe, expect, test } from '@jest/globals';
import { addElementSources, attributeOf, type ElementSources, sourceOfPart } from './elementSources.ts';
import { encodeTexts } from './encodeTexts.ts';
import type { MappedResponse, ResponseSourceMap } from './responseSourceMap.ts';

const STUDIO = 'https://studio.example';
const IMAGE = 'https://images.example/a.webp';
const KEYED = "$['sources'][?(@._key=='a1')]";
/** The sources of the values: path in `data`, document, path in it, and whether the value is a text. */
const SOURCES: readonly (readonly [path: string, document: number, source: string, isText: boolean])[] = [
  ["$['film']['title']", 0, "$['title']", true],
  ["$['film']['kind']", 0, "$['kind']", false],
  ["$['film']['sources'][0]['title']", 0, `${KEYED}['title']`, true],
  ["$['film']['sources'][0]['url']", 0, `${KEYED}['url']`, false],
  ["$['film']['cover']['alt']", 0, "$['cover']['alt']", true],
  ["$['film']['director']['name']", 1, "$['name']", true],
];

const data = {
  film: {
    director: { name: 'Ellen' },
    title: 'Two wings',
    kind: 'SHORT',
    cover: { url: IMAGE, alt: 'A moth' },
    sources: [{ title: 'A paper', url: 'https://papers.example/1' }],
    year: 1963,
  },
};

function createResponse(): MappedResponse {
  const mapping = (document: number, path: number, isText: boolean) => ({
    type: 'value' as const,
    source: { type: 'documentValue' as const, document, path },
    ...(isText && { isText }),
  });
  const contentSourceMaps: ResponseSourceMap = {
    documents: [
      { _id: 'film', _type: 'film' },
      { _id: 'person', _type: 'person' },
    ],
    paths: [...SOURCES.map(([, , source]) => source), "$['cover']"],
    mappings: Object.fromEntries(
      SOURCES.map(([path, document, , isText], index) => [path, mapping(document, index, isText)]),
    ),
    objects: { "$['film']['cover']": mapping(0, SOURCES.length, false) },
  };
  return { data, extensions: { contentSourceMaps } };
}

describe('sources of the parts of a response', () => {
  const response = createResponse();
  const encoded = encodeTexts(response, STUDIO) as typeof data;
  const sources: ElementSources = new Map();
  addElementSources(sources, { ...response, data: encoded }, STUDIO);
  const attributeOfPart = (part: unknown) => {
    const source = sourceOfPart(sources, part);
    return source && attributeOf(source).replace(/;base=.*/, '');
  };

  test.each([
    ['an image is its field', encoded.film.cover, 'id=film;type=film;path=cover'],
    ['an item of a list is its place by key', encoded.film.sources[0], 'id=film;type=film;path=sources:a1'],
    ['a text is its own field', encoded.film.title, 'id=film;type=film;path=title'],
    ['a value without text is its own field', encoded.film.kind, 'id=film;type=film;path=kind'],
    ['a document is its first text, not one of a reference', encoded.film, 'id=film;type=film;path=title'],
    ['a reference is the other document', encoded.film.director, 'id=person;type=person;path=name'],
  ])('%s', (_title, part, attribute) => {
    expect(attributeOfPart(part)).toBe(attribute);
  });

  test.each([
    ['a number', data.film.year],
    ['null', null],
    ['no value', undefined],
    ['a text of a published response', data.film.title],
    ['an object whose values can be of any document', { kind: 'SHORT' }],
  ])('%s has none', (_title, part) => {
    expect(attributeOfPart(part)).toBeUndefined();
  });
});
