import type { Attack } from './attack.ts';
import { graphqlRequest, nested, requestAttacks } from './requestAttack.ts';

const PATH = '/explorer/plan';

const DEEP_FIELDS = nested(12, 'topics { films(first: 1) { nodes { ', 'title').replaceAll('}', '}}}');

const plan = (query: string, variables?: Record<string, unknown>) => () => graphqlRequest(query, variables);

/** Requests for plans that the gateway must reject, without a request to a provider. */
export const EXPLORER_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'the plan of a document that is too deep',
    path: PATH,
    init: plan(`{ film(by: { slug: "lorenz" }) { ${DEEP_FIELDS} } }`),
    status: 422,
    code: 'TOO_DEEP',
  },
  {
    name: 'the plan of a query that is too costly',
    path: PATH,
    init: plan('{ films(first: 100) { nodes { related(first: 100) { related(first: 100) { title } } } } }'),
    status: 422,
    code: 'TOO_COSTLY',
  },
  {
    name: 'the plan of a page that is too large',
    path: PATH,
    init: plan('{ films(first: 2000000000) { nodes { title } } }'),
    status: 200,
    code: 'PAGE_SIZE',
  },
  {
    name: 'the plan of a mutation',
    path: PATH,
    init: plan('mutation { revokeApiKey(input: { keyId: "x" }) { __typename } }'),
    status: 405,
    code: 'NEEDS_POST',
  },
  {
    name: 'programs with variables of 20,000 levels',
    path: '/explorer/programs',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":"{ films { totalCount } }","variables":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
    }),
    status: 400,
    code: 'TOO_DEEP',
  },
  {
    name: 'a batch of plans',
    path: PATH,
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array(100).fill({ query: '{ films { totalCount } }' })),
    }),
    status: 422,
    code: 'BAD_GRAPHQL_REQUEST',
  },
  {
    name: 'the plan of a document in a type that needs no preflight request',
    path: PATH,
    init: () => ({ method: 'POST', body: '{"query":"{ films { totalCount } }"}' }),
    status: 422,
    code: 'BAD_GRAPHQL_REQUEST',
  },
]).map((attack) => ({ ...attack, needsBuiltApp: true }));
