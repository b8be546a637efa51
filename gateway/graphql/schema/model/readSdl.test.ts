import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readSdl } from './readSdl.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, sdl: string) => writeFile(join(folder, name), sdl);

describe('readSdl', () => {
  test('joins the files of a folder, in the order of their names', async () => {
    await write('b.graphql', 'type B { a: A }');
    await write('a.graphql', 'type A { ids: [[ID!]!]! }');
    const names = readSdl(folder).definitions.map(
      (definition) => 'name' in definition && definition.name?.value,
    );
    expect(names).toEqual(['A', 'B']);
  });

  test('rejects a folder without SDL', () => {
    expect(() => readSdl(folder)).toThrow(/^expected \.graphql files in .+: set SCHEMA_DIR/);
  });

  test('lists the first error of each file: its syntax, its characters or its nesting', async () => {
    await write('a.graphql', 'type A {{\ntype X { x: "');
    await write('b.graphql', 'type B { b: "');
    await write('c.graphql', `type C {\n  c(value: C = ${'['.repeat(30_000)}`);
    expect(() => readSdl(folder)).toThrow(
      /3 errors:\n {2}\S+a\.graphql:1:9 Syntax Error.+\n {2}\S+b\.graphql:1:14 Syntax Error.+\n {2}\S+c\.graphql:2:114 expected brackets to nest at most 100 deep, got more$/,
    );
  });
});
