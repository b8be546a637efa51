import assert from 'node:assert/strict';
import { ClientError, GraphQLClient } from 'graphql-request';
import type { ClientProgram } from '../clientProgram.ts';
import { recordFetch } from '../recordedFetch.ts';

interface FilmData {
  readonly film: { readonly title: string; readonly year: number };
}

const FILM = 'query Film($slug: String!) { film(by: { slug: $slug }) { title year } }';
const VIEWER = '{ viewer { apiKey { name scopes } } }';
/** Data with errors: the filter has too many wildcards. */
const PARTIAL = '{ __typename films(filter: { title: { matches: "a* b* c* d* e* f* g*" } }) { totalCount } }';

export const program: ClientProgram = {
  client: 'graphql-request',
  package: 'graphql-request',
  asserts: 'POST, GET, a key, data with errors, codes of errors',
  async run({ url, apiKey }) {
    for (const method of ['POST', 'GET'] as const) {
      const { fetch, requests } = recordFetch();
      const client = new GraphQLClient(url, { method, fetch });
      const { film } = await client.request<FilmData>(FILM, { slug: 'lissajous' });
      assert.deepEqual(film, { title: 'The knot in the chord', year: 1857 });
      assert.deepEqual(
        requests.map((request) => request.method),
        [method],
      );
    }
    const withKey = new GraphQLClient(url, { headers: { authorization: `Bearer ${apiKey}` } });
    assert.deepEqual(await withKey.request(VIEWER), {
      viewer: { apiKey: { name: 'clients', scopes: ['read:published'] } },
    });
    const { data, errors } = await new GraphQLClient(url, { errorPolicy: 'all' }).rawRequest(PARTIAL);
    assert.deepEqual(data, { __typename: 'Query', films: null });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    await assert.rejects(new GraphQLClient(url).request('{ unknown }'), (error) => {
      assert.ok(error instanceof ClientError);
      assert.equal(error.response.status, 422);
      assert.equal(error.response.errors?.[0]?.extensions.code, 'GRAPHQL_VALIDATION_FAILED');
      return true;
    });
  },
};
