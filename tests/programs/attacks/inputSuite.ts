import type { Attack } from './attack.ts';
import { graphqlRequest, requestAttacks } from './requestAttack.ts';

/** Variables and arguments that are invalid, or that probe for names of the schema. */
export const INPUT_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'a misspelled field name',
    init: () => graphqlRequest('{ filmz { title } }'),
    status: 422,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a misspelled enum value in a variable',
    init: () =>
      graphqlRequest('query($t: [DocumentType!]) { search(query: "a", types: $t) { totalCount } }', {
        t: ['FILN'],
      }),
    status: 422,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a misspelled filter field in a variable',
    init: () =>
      graphqlRequest('query($f: FilmFilter) { films(filter: $f) { totalCount } }', {
        f: { titel: { eq: 'x' } },
      }),
    status: 422,
    code: 'BAD_USER_INPUT',
  },
  {
    name: '300 unknown fields in a variable',
    init: () =>
      graphqlRequest('query($f: FilmFilter) { films(filter: $f) { totalCount } }', {
        f: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`wrong${n}`, n])),
      }),
    status: 422,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a variable nested 5,000 levels deep',
    init: () => ({
      ...graphqlRequest(''),
      body: `{"query":"query($f: FilmFilter) { films(filter: $f) { totalCount } }","variables":{"f":${'{"and":['.repeat(5000)}{}${']}'.repeat(5000)}}}`,
    }),
    status: 422,
    code: 'TOO_DEEP',
  },
  {
    name: 'null for a required argument whose variable has a default',
    init: () => graphqlRequest('query($id: ID = "x") { node(id: $id) { id } }', { id: null }),
    status: 294,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a text filter with more wildcards than the content service accepts',
    init: () =>
      graphqlRequest('{ films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }'),
    status: 294,
    code: 'BAD_USER_INPUT',
  },
  {
    name: 'a filter of 1,500 conditions',
    init: () =>
      graphqlRequest('query($f: FilmFilter) { films(filter: $f) { totalCount } }', {
        f: { or: Array.from({ length: 1500 }, (_, n) => ({ title: { eq: `no ${n}` } })) },
      }),
    status: 294,
    code: 'BAD_USER_INPUT',
  },
]);
