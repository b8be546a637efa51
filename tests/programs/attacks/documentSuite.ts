import type { Attack } from './attack.ts';
import { graphqlRequest, nested, repeat, requestAttacks } from './requestAttack.ts';

/** Returns a document of n + 1 fragments; each spreads the next one twice, so the number of selections doubles n times. */
const doublingFragments = (n: number): string =>
  `{ films(first: 1) { nodes { ...F0 } } } ${repeat(n, (i) => `fragment F${i} on Film { ...F${i + 1} ...F${i + 1} }`)}
   fragment F${n} on Film { title }`;

/** Like `doublingFragments`, with one aliased field in each fragment. */
const doublingAliases = (n: number): string =>
  `{ ...A0 } ${repeat(n, (i) => `fragment A${i} on Query { a${i}: __typename ...A${i + 1} ...A${i + 1} }`)}
   fragment A${n} on Query { __typename }`;

/** Documents over the limits of aliases, directives, fragments, tokens and depth. */
export const DOCUMENT_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: '400 aliases: more tokens than the parser accepts',
    init: () => graphqlRequest(`{ ${repeat(400, (n) => `a${n}: film(by: { slug: "lorenz" }) { title }`)} }`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  {
    name: '60 aliases: more than the alias limit',
    init: () => graphqlRequest(`{ ${repeat(60, (n) => `a${n}: film(by: { slug: "x${n}" }) { title }`)} }`),
    status: 422,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: '60 aliases of one field in fragments on its type and on its interface',
    init: () =>
      graphqlRequest(
        `{ film(by: { slug: "lorenz" }) { ${repeat(60, (n) => `... on ${n % 2 ? 'Film' : 'Node'} { a${n}: id }`)} } }`,
      ),
    status: 422,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: 'a fragment of 20 aliases of one field, spread at three places',
    init: () =>
      graphqlRequest(
        `{ ${repeat(3, (n) => `f${n}: film(by: { slug: "lorenz" }) { ...F }`)} } fragment F on Film { ${repeat(20, (n) => `a${n}: title`)} }`,
      ),
    status: 422,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: 'fields nested over the depth limit',
    init: () =>
      graphqlRequest(
        `{ film(by: { slug: "lorenz" }) { ${nested(12, 'topics { films(first: 1) { nodes { ', 'title').replaceAll('}', '}}}')} } }`,
      ),
    status: 422,
    code: 'TOO_DEEP',
  },
  {
    name: '40 aliased fields with a directive each',
    init: () =>
      graphqlRequest(
        `{ film(by: { slug: "lorenz" }) { title ${repeat(40, (n) => `t${n % 20}: title @include(if: true)`)} } }`,
      ),
    status: 422,
    code: 'TOO_MANY_ALIASES',
  },
  {
    name: '40 directives on one field',
    init: () => graphqlRequest(`{ films { nodes { ${repeat(40, () => 'title @include(if: true)')} } } }`),
    status: 422,
    code: 'TOO_MANY_DIRECTIVES',
  },
  {
    name: '60 fragments that each spread the next one twice',
    init: () => graphqlRequest(doublingFragments(60)),
    status: 422,
  },
  {
    name: '60 fragments that each spread the next one twice, with aliases',
    init: () => graphqlRequest(doublingAliases(60)),
    status: 422,
  },
  {
    name: 'a fragment that spreads itself',
    init: () => graphqlRequest('{ films { nodes { ...F } } } fragment F on Film { ...F }'),
    status: 422,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'one field repeated 5,000 times',
    init: () => graphqlRequest(`{ films { nodes { ${'title '.repeat(5000)} } } }`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  {
    name: 'one object field repeated 480 times',
    init: () => graphqlRequest(`{ ${repeat(480, () => 'films { __typename }')} }`),
    status: 422,
    code: 'TOO_MANY_DUPLICATES',
  },
  {
    name: 'one object field repeated 470 times in an unused fragment',
    init: () =>
      graphqlRequest(`{ __typename } fragment F on Query { ${repeat(470, () => 'films { __typename }')} }`),
    status: 422,
    code: 'TOO_MANY_DUPLICATES',
  },
  {
    name: 'a large fragment spread 300 times',
    init: () =>
      graphqlRequest(
        `{ ${repeat(300, () => '...F')} } fragment F on Query { ${repeat(330, () => 'films { __typename }')} }`,
      ),
    status: 422,
    code: 'TOO_MANY_SELECTIONS',
  },
  {
    name: '28 fragments that all spread one another',
    init: () =>
      graphqlRequest(
        `{ ...F0 } ${repeat(28, (i) => `fragment F${i} on Query { ${repeat(28, (k) => (k === i ? '__typename' : `...F${k}`))} }`)}`,
      ),
    status: 422,
    code: 'GRAPHQL_VALIDATION_FAILED',
  },
  {
    name: 'a batch of 50 operations',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify(Array.from({ length: 50 }, () => ({ query: '{ __typename }' }))),
    }),
    status: 422,
    code: 'BAD_GRAPHQL_REQUEST',
  },
  {
    name: 'a document of 50 kB',
    init: () => graphqlRequest(`{ __typename } #${'x'.repeat(50_000)}`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
  },
  {
    name: 'an operation name of __proto__',
    init: () => ({
      ...graphqlRequest(''),
      body: '{"query":"query A { __typename } query B { __typename }","operationName":"__proto__"}',
    }),
    status: 422,
    code: 'OPERATION_RESOLUTION_FAILURE',
  },
]);
