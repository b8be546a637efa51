import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { documentLimits } from './documentLimits.ts';

const schema = buildSchema(`
  type Query { people: PersonConnection }
  type PersonConnection { edges: [PersonEdge] nodes: [Person] }
  type PersonEdge { node: Person }
  type Person { name: String friends: PersonConnection }
`);
const figuresOf = (source: string) =>
  validate(schema, parse(source), [documentLimits(30)]).map(({ extensions }) => extensions);

/** Returns a query whose deepest field `name` has this depth. */
const nested = (depth: number, wrap: (selection: string) => string): string => {
  let selection = 'name';
  for (let level = 1; level < depth; level++)
    selection = `${level === depth - 1 ? 'people' : 'friends'} { ${wrap(selection)} }`;
  return `{ ${selection} }`;
};

test.each<[fields: string, wrap: (selection: string) => string]>([
  ['edges and node', (selection) => `edges { node { ${selection} } }`],
  ['nodes', (selection) => `nodes { ${selection} }`],
])('depth: does not count %s', (_fields, wrap) => {
  expect(figuresOf(nested(10, wrap))).toEqual([]);
  expect(figuresOf(nested(11, wrap))).toEqual([{ code: 'TOO_DEEP', limit: 10, actual: 11 }]);
});
