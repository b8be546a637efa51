import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadOpenApi, type OpenApi } from './openapi.ts';

const DOCUMENT = `
openapi: 3.0.2
paths:
  /shelves/{shelf}/{book}:
    get:
      parameters: [{ name: page, in: query, schema: { type: integer } }]
      responses:
        '200': { content: { application/json: { schema: { $ref: '#/components/schemas/book' } } } }
        '204': { description: nothing }
  /shelves/*/query:
    post:
      requestBody:
        $ref: '#/components/requestBodies/query'
      responses:
        2XX: { content: { application/json: { schema: { type: object } } } }
components:
  requestBodies:
    query:
      required: true
      content: { application/json: { schema: { $ref: '#/components/schemas/query' } } }
  schemas:
    book:
      allOf: [{ $ref: '#/components/schemas/named' }, { $ref: '#/components/schemas/counted' }]
    named:
      type: object
      additionalProperties: false
      required: [name]
      properties: { name: { type: string, nullable: true }, properties: { type: string } }
    counted:
      type: object
      additionalProperties: false
      properties: { pages: { type: integer, minimum: 0, exclusiveMinimum: true } }
    query:
      oneOf:
        - { type: object, properties: { q: { type: string } } }
        - { type: object, properties: { q: { type: string }, n: { type: integer } } }
`;

let folder: string;
let document: OpenApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  await writeFile(join(folder, 'books.yml'), DOCUMENT);
  document = loadOpenApi(join(folder, 'books.yml'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const book = (body: unknown) => document.response('GET', '/shelves/a/b', 200, body);

test('OpenAPI validation: closed parts of an allOf accept the properties of one another and reject others', () => {
  expect(book({ name: 'Flatland', pages: 96, properties: 'a property named like a keyword' })).toEqual([]);
  expect(book({ name: 'Flatland', colour: 'grey' })).toHaveLength(1);
});

test('OpenAPI validation: supports nullable and boolean exclusive bounds of 3.0', () => {
  expect(book({ name: null })).toEqual([]);
  expect(book({ name: 'Flatland', pages: 0 })).toHaveLength(1);
  expect(book({ name: 5 })).toHaveLength(1);
});

test('OpenAPI validation: prefers literal paths to templates and reads * literally', () => {
  expect(document.request('POST', '/shelves/*/query', { q: 'x' })).toEqual([]);
  expect(document.request('POST', '/shelves/a/query', { q: 'x' })).toHaveLength(1);
});

test('OpenAPI validation: accepts a body that matches two branches of oneOf', () => {
  expect(document.request('POST', '/shelves/*/query', { q: 'x' })).toEqual([]);
  expect(document.request('POST', '/shelves/*/query', { q: 1 })).not.toEqual([]);
  expect(document.request('POST', '/shelves/*/query', undefined)).toHaveLength(1);
});

test('OpenAPI validation: coerces query parameters and supports status classes', () => {
  expect(document.request('GET', '/shelves/a/b?page=2', undefined)).toEqual([]);
  expect(document.request('GET', '/shelves/a/b?page=two', undefined)).toHaveLength(1);
  expect(document.request('GET', '/shelves/a/b?size=2', undefined)).toHaveLength(1);
  expect(document.response('POST', '/shelves/*/query', 201, {})).toEqual([]);
  expect(document.response('GET', '/shelves/a/b', 302, undefined)).toHaveLength(1);
  expect(document.response('GET', '/shelves/a/b', 404, { any: 'thing' })).toEqual([]);
  expect(document.response('GET', '/shelves/a/b', 204, undefined)).toEqual([]);
});
