import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readOperationFile } from './readOperationFile.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'operations-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Reads `pages/post/Post.graphql`, which uses the fragment `A`, beside these files. */
function readPost(files: Readonly<Record<string, string>>): string {
  const operation = 'query Post { post { ...A } }';
  for (const [name, text] of Object.entries({ 'pages/post/Post.graphql': operation, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return readOperationFile(join(root, 'pages/post/Post.graphql'), root).replaceAll(/\s+/g, ' ');
}

test('operation file: fragments of files in its folder, and the fragments that these use', () => {
  const read = readPost({
    'pages/post/a.graphql': 'fragment A on Post { ...B }',
    'parts/b.graphql': 'fragment B on Post { title }',
  });
  expect(read).toContain('fragment A on Post { ...B }');
  expect(read).toContain('fragment B on Post { title }');
});

test('operation file: of two fragments with one name, the nearest is used', () => {
  const files = {
    'a.graphql': 'fragment A on Post { far }',
    'pages/a.graphql': 'fragment A on Post { near }',
    'pages/post/node_modules/a.graphql': 'fragment A on Post { installed }',
  };
  expect(readPost(files)).toContain('{ near }');
});

test('operation file: an unknown fragment stays unknown', () => {
  expect(readPost({})).toBe('query Post { post { ...A } }');
});

test.each([
  [
    'pages/post/Post.graphql',
    'query Post { post {',
    /Post\.graphql:1:20: expected a document of GraphQL, got a text of which the parser says: Syntax Error/,
  ],
  ['pages/post/a.graphql', 'fragment A on Post', /a\.graphql:1:19: expected a document of GraphQL/],
])('operation file: names the faulty file %s', (file, text, message) => {
  expect(() => readPost({ [file]: text })).toThrow(message);
});

test('operation file: names a folder in place of a file', () => {
  expect(() => readOperationFile(root, root)).toThrow(/: expected a \.graphql file, got a folder$/);
});
