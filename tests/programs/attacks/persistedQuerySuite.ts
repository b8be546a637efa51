import type { Attack } from './attack.ts';
import { graphqlRequest, requestAttacks } from './requestAttack.ts';

/** Persisted queries with unknown, foreign or malformed hashes. */
export const PERSISTED_QUERY_ATTACKS: readonly Attack[] = requestAttacks([
  {
    name: 'a persisted query with an unknown hash',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } }),
    }),
    status: 422,
    code: 'PERSISTED_QUERY_NOT_FOUND',
  },
  {
    name: 'a document with the hash of another document',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify({
        query: '{ __typename }',
        extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } },
      }),
    }),
    status: 422,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
  {
    name: 'a persisted query hash of 90,000 characters',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify({
        extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(90_000) } },
      }),
    }),
    status: 422,
    code: 'PERSISTED_QUERY_NOT_FOUND',
  },
  {
    name: 'a persisted query hash that is an object',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify({
        extensions: { persistedQuery: { version: 1, sha256Hash: { toString: 'a', __proto__: [] } } },
      }),
    }),
    status: 422,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
  {
    name: 'a persisted query of an unsupported version',
    init: () => ({
      ...graphqlRequest(''),
      body: JSON.stringify({
        query: '{ __typename }',
        extensions: { persistedQuery: { version: 7, sha256Hash: 'a' } },
      }),
    }),
    status: 422,
    code: 'PERSISTED_QUERY_MISMATCH',
  },
]);
