import assert from 'node:assert/strict';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import type { Stack } from '../../support/stack.ts';
import { RATING, VIEWS } from './reviewsSubgraph.ts';
import type { Router } from './router.ts';

/** A supergraph of the gateway and of reviews. */
export interface Supergraph {
  readonly router: Router;
  /** The gateway, which has no cache. */
  readonly stack: Stack;
  /** The films that have a review each, and one that does not exist. */
  readonly films: readonly { readonly id: string; readonly title: string }[];
}

interface Check {
  readonly title: string;
  /** @throws AssertionError */
  run(supergraph: Supergraph): Promise<void>;
}

/** The requests of clients of a supergraph. */
export const CHECKS: readonly Check[] = [
  {
    title: 'fields of the other subgraph are added to films of the gateway',
    async run({ router, films: [film] }) {
      const { data, errors } = await router.query(
        `query ($id: ID!) { film(by: { id: $id }) { title reviews { rating } } }`,
        { id: film?.id },
      );
      assert.deepEqual(errors, []);
      assert.deepEqual(data.film, { title: film?.title, reviews: [{ rating: RATING }] });
    },
  },
  {
    title: 'the films of all reviews are one request to the content service, and a missing film is null',
    async run({ router, stack, films }) {
      await stack.clearRequests();
      const { data, errors } = await router.query('{ reviews { nodes { film { title } } } }');
      assert.deepEqual(
        data.reviews.nodes.map(({ film }: { film: unknown }) => film),
        [...films.map(({ title }) => ({ title })), null],
      );
      // Titles are not null, so the router reports that of the missing film.
      assert.deepEqual(
        errors.map(({ path }) => path),
        [['reviews', 'nodes', films.length, 'film', 'title']],
      );
      const { content } = await stack.requests();
      assert.equal(content.length, 1);
    },
  },
  {
    title: 'videos are entities with global ids',
    async run({ router }) {
      const { data, errors } = await router.query(
        '{ film(by: { slug: "lorenz" }) { video { duration views } } }',
      );
      assert.deepEqual(errors, []);
      assert.equal(data.film.video.views, VIEWS);
      assert.equal(typeof data.film.video.duration, 'number');
    },
  },
  {
    title: 'node(id:) leads to fields of both subgraphs',
    async run({ router, films: [film] }) {
      const { data, errors } = await router.query(
        'query ($id: ID!) { node(id: $id) { id ... on Film { title reviews { film { title } } } } }',
        { id: film?.id },
      );
      assert.deepEqual(errors, []);
      const { id, title } = film ?? {};
      assert.deepEqual(data.node, { id, title, reviews: [{ film: { title } }] });
    },
  },
  {
    title: 'arguments with one of several fields, lists and errors arrive unchanged',
    async run({ router }) {
      const { data, errors } = await router.query(
        `{ films(first: 1, filter: { slug: { eq: "lorenz" } }, orderBy: [{ field: YEAR, direction: DESC }]) { nodes { slug } }
           person(by: { id: "${toGlobalId('Film', 'film-lorenz')}" }) { name } }`,
      );
      assert.deepEqual(data, { films: { nodes: [{ slug: 'lorenz' }] }, person: null });
      assert.deepEqual(
        errors.map(({ path, extensions }) => [path, extensions?.code]),
        [[['person'], 'BAD_USER_INPUT']],
      );
    },
  },
  {
    title: 'fields about the router are not a part of the supergraph',
    async run({ router }) {
      const { data } = await router.query('{ __schema { queryType { fields { name } } } }');
      const names = data.__schema.queryType.fields.map(({ name }: { name: string }) => name);
      assert.ok(names.includes('films') && names.includes('reviews'));
      for (const name of ['viewer', 'rateLimit', '_service', '_entities']) assert.ok(!names.includes(name));
    },
  },
];
