import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../support/stack.ts';

/** Files with the types of scalars for generators. */
const FILES = [
  'docs/api/react.md',
  'docs/api/react-kit.md',
  'tests/programs/clients/sources/codegen/codegen.json',
  'tests/programs/clients/sources/kitTypes/codegen.json',
  'tests/programs/clients/sources/relay/relay.config.json',
];

const textOf = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');

/** Returns the scalars of the contract. */
const scalars = (): readonly string[] =>
  [...textOf('schema/contract.graphql').matchAll(/^scalar (\w+)/gm)].map(([, name = '']) => name).toSorted();

test.each(FILES)('scalars in %s: a generator gets the type of every scalar of the contract', (file) => {
  const lists = [...textOf(file).matchAll(/"(?:scalars|customScalarTypes)": (\{[^}]*\})/g)];
  expect(lists).toHaveLength(1);
  const types = JSON.parse(lists[0]?.[1] ?? '') as Record<string, string>;
  expect(Object.keys(types).toSorted()).toEqual(scalars());
});

test('scalars in the guide for clients: all of the contract are named', () => {
  const line = /^- Scalars: .*$/m.exec(textOf('docs/api/clients.md'))?.[0] ?? '';
  expect(scalars().filter((name) => !line.includes(`\`${name}\``))).toEqual([]);
});
