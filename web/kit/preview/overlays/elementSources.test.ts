import { describe, expect, test } from '@jest/globals';
import { dataAttribute } from '../../../../schema/source-maps/contentSource.ts';
import { encodeTexts } from '../../../../schema/source-maps/encodeTexts.ts';
import type { MappedResponse, ResponseSourceMap } from '../../../../schema/source-maps/responseSourceMap.ts';
import { addElementSources, type ElementSources, sourceOfPart } from './elementSources.ts';

const STUDIO = 'https://studio.example';
const IMAGE = 'https://images.example/a.webp';
const KEYED = "$['sources'][?(@._key=='a.1')]";
/** The sources of the values: path in `data`, document, path in it, and whether the value is a text. */
const SOURCES: readonly (readonly [path: string, document: number, source: string, isText: boolean])[] = [
  ["$['film']['title']", 0, "$['title']", true],
  ["$['film']['kind']", 0, "$['kind']", false],
  ["$['film']['trailer']", 0, "$['trailer']", true],
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
    trailer: '/trailers/1',
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
    return source && JSON.parse(dataAttribute(source));
  };

  test.each([
    ['an image is its field', encoded.film.cover, 'cover'],
    ['an item of a list is its place by key', encoded.film.sources[0], 'sources[_key=="a.1"]'],
    ['a text is its own field', encoded.film.title, 'title'],
    ['a value without text is its own field', encoded.film.kind, 'kind'],
    ['a text that is an address is its own field', encoded.film.trailer, 'trailer'],
    ['a document is its first text, not one of a reference', encoded.film, 'title'],
  ])('%s', (_title, part, path) => {
    expect(attributeOfPart(part)).toEqual({ baseUrl: STUDIO, id: 'film', type: 'film', path });
  });

  test('a reference is the other document', () => {
    const person = { baseUrl: STUDIO, id: 'person', type: 'person', path: 'name' };
    expect(attributeOfPart(encoded.film.director)).toEqual(person);
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
