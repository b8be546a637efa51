import { MAX_PAGE_SIZE } from '../../../gateway/core/relay.ts';
import type { Attack } from './attack.ts';
import { graphqlRequest, nested, repeat, requestAttacks } from './requestAttack.ts';

/** Operations over the limits of page size and cost. */
export const COST_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'a page of 1,000,000 rows in a literal',
    init: () => graphqlRequest('{ films(first: 1000000) { nodes { title } } }'),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of 1,000,000 rows in a variable',
    init: () => graphqlRequest('query($n: Int) { films(first: $n) { nodes { title } } }', { n: 1_000_000 }),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of 1,000,000 rows in a default value',
    init: () => graphqlRequest('query($n: Int = 1000000) { films(first: $n) { nodes { title } } }'),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of negative size',
    init: () => graphqlRequest('{ films(last: -5) { nodes { title } } }'),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'a page of 1,000,000 search results',
    init: () =>
      graphqlRequest('query($n: Int) { search(query: "a", first: $n) { totalCount } }', { n: 1_000_000 }),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'nested lists of the largest pages',
    init: () =>
      graphqlRequest(
        `{ films(first: ${MAX_PAGE_SIZE}) { nodes { topics { films(first: ${MAX_PAGE_SIZE}) { nodes { topics { title } } } } } } }`,
      ),
    status: 422,
    code: 'TOO_COSTLY',
  },
  {
    name: 'nested lists whose sizes are null',
    init: () =>
      graphqlRequest(
        'query($n: Int) { topics(first: null) { nodes { films(first: $n) { nodes { topics { films(first: null) { nodes { title } } } } } } } }',
        { n: null },
      ),
    status: 422,
    code: 'TOO_COSTLY',
  },
  {
    name: `${MAX_PAGE_SIZE + 1} ids in one nodes field`,
    init: () =>
      graphqlRequest('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: Array.from({ length: MAX_PAGE_SIZE + 1 }, () => 'x'),
      }),
    status: 294,
    code: 'PAGE_SIZE',
  },
  {
    name: 'introspection of the schema under 30 aliases',
    init: () =>
      graphqlRequest(
        `{ ${repeat(30, (n) => `a${n}: __schema { ...S }`)} } fragment S on __Schema { types { name possibleTypes { fields { name description } } fields(includeDeprecated: true) { name type { fields { name description args { name description } } } } } }`,
      ),
    status: 422,
    code: 'TOO_COSTLY',
  },
  {
    name: 'introspection of all types under 30 aliases',
    init: () =>
      graphqlRequest(
        `{ __schema { ${repeat(30, (n) => `a${n}: types { name fields { name description args { name } type { fields { name description } } } }`)} } }`,
      ),
    status: 422,
    code: 'TOO_COSTLY',
  },
  {
    name: 'introspection that follows types in circles',
    init: () =>
      graphqlRequest(
        `{ __schema { types { ${nested(6, 'fields { type { ', 'name').replaceAll('}', '}}')} } } }`,
      ),
    status: 422,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
]);
