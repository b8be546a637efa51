import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { documentLimits } from './documentLimits.ts';

const ALIASES = 40;
const MAX_DUPLICATES = 100;

/** Returns 40 texts. */
const each = (text: (n: number) => string): string =>
  Array.from({ length: ALIASES }, (_, n) => text(n)).join(' ');

const schema = buildSchema(`
  type Query { people: PersonConnection node: Node page: [Block!] }
  type PersonConnection { edges: [PersonEdge] nodes: [Person] totalCount: Int pageInfo: PageInfo }
  type PageInfo { hasNextPage: Boolean }
  type PersonEdge { node: Person }
  interface Node { name: String }
  type Person implements Node { name: String friends: PersonConnection }
  union Block = Section | ${Array.from({ length: ALIASES }, (_, n) => `Block${n}`).join(' | ')}
  type Section { blocks: [Block!] }
  ${each((n) => `type Block${n} { tone: Tone${n} link: Link${n} } type Link${n} { tone: Tone${n} } enum Tone${n} { calm }`)}
`);
const figuresOf = (source: string) =>
  validate(schema, parse(source), [documentLimits(MAX_DUPLICATES)]).map(({ extensions }) => extensions);

/** Returns a query with this number of lists in one another. */
const nested = (depth: number, wrap: (selection: string) => string, innermost = wrap('name')): string => {
  let selection = `friends { ${innermost} }`;
  for (let level = 2; level < depth; level++) selection = `friends { ${wrap(selection)} }`;
  return `{ people { ${wrap(selection)} } }`;
};

test.each<[fields: string, wrap: (selection: string) => string]>([
  ['edges and node', (selection) => `edges { node { ${selection} } }`],
  ['nodes', (selection) => `nodes { ${selection} }`],
])('depth: does not count %s', (_fields, wrap) => {
  expect(figuresOf(nested(10, wrap))).toEqual([]);
  expect(figuresOf(nested(11, wrap))).toEqual([{ code: 'TOO_DEEP', limit: 10, actual: 11 }]);
});

test.each(['totalCount', 'pageInfo { hasNextPage }'])(
  'depth: counts %s, which is another query of the content service',
  (value) => {
    const wrap = (selection: string) => `nodes { ${selection} }`;
    expect(figuresOf(nested(9, wrap, value))).toEqual([]);
    expect(figuresOf(nested(10, wrap, value))).toEqual([{ code: 'TOO_DEEP', limit: 10, actual: 11 }]);
  },
);

const BLOCKS = `fragment Blocks on Block { ${each((n) => `... on Block${n} { tone${n}: tone }`)} }`;

test.each([
  ['fields of different types', `{ page { ...Blocks } } ${BLOCKS}`],
  [
    'a fragment at several places',
    `{ page { ...Blocks ... on Section { blocks { ...Blocks } } } } ${BLOCKS}`,
  ],
  [
    'fields of the objects in different types',
    `{ page { ${each((n) => `... on Block${n} { link { tone${n}: tone } }`)} } }`,
  ],
  [
    'the only name of a field',
    `{ page { ${each((n) => `... on Block${n} { link${n}: link { t: tone } }`)} } }`,
  ],
])('aliases: does not count %s', (_aliases, source) => {
  expect(figuresOf(source)).toEqual([]);
});

test.each([
  ['a field under several names', `{ ${each((n) => `p${n}: people { __typename }`)} }`],
  [
    'a field without and with an alias',
    `{ people { __typename } ${each((n) => `p${n}: people { __typename }`)} }`,
  ],
  ['repeated aliases', `{ ${each((n) => `n${n % 2}: node { name }`)} }`],
  ['fields in selections that are merged', `{ ${each((n) => `people { nodes { n${n}: name } }`)} }`],
  ['a field in fragments on one type', `{ page { ${each((n) => `... on Block0 { t${n}: tone }`)} } }`],
  [
    'a field of a type and of its interface',
    `{ node { ${each((n) => `... on ${n % 2 ? 'Node' : 'Person'} { n${n % 2}: name }`)} } }`,
  ],
  [
    'a field in fragments at different levels',
    `{ page { ... on Block0 { link { ${each((n) => (n % 2 ? 'a: tone' : '... on Link0 { b: tone }'))} } } } }`,
  ],
  [
    'a field of a fragment at two places',
    `{ ${each((n) => (n < 2 ? `p${n}: people { nodes { ...P } }` : ''))} } fragment P on Person { ${each((n) => (n < 19 ? `n${n}: name` : ''))} }`,
  ],
])('aliases: counts %s', (_aliases, source) => {
  expect(figuresOf(source)).toEqual([{ code: 'TOO_MANY_ALIASES', limit: 30, actual: ALIASES }]);
});

test('document limits: a document without operations and fragments is for other rules', () => {
  expect(figuresOf('type Film { title: String }')).toEqual([]);
});
