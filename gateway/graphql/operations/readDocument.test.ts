import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { type Caller, PUBLIC_AUDIENCE } from '../../core/context.ts';
import { createDocumentFacts } from './document/documentFacts.ts';
import type { GraphServices } from './graphServices.ts';
import { createValidDocuments } from './prepared/validDocuments.ts';
import { readDocument } from './readDocument.ts';

const CALLER: Caller = { kind: 'anonymous', name: 'anonymous', address: '192.0.2.1' };
const schema = buildSchema('type Query { a: Int } type Subscription { b: Int }');

/** Creates a gateway's services without a rate limit. */
function createServices() {
  const services: Partial<GraphServices> = {
    schema,
    visibleSchemas: () => schema,
    validDocuments: createValidDocuments(schema, createDocumentFacts(schema, 0)),
    operationLimits: { documentRule: () => ({}) } as unknown as GraphServices['operationLimits'],
    rateLimiter: {
      charge: async () => undefined,
      limitOf: () => undefined,
    } as unknown as GraphServices['rateLimiter'],
    execution: { scheduler: { canContinue: () => true } } as unknown as GraphServices['execution'],
  };
  const graph = services as GraphServices;
  const read = (text: string) =>
    readDocument(
      graph,
      { caller: CALLER, audience: PUBLIC_AUDIENCE },
      { text, hash: hash('sha256', text), isById: false, isTrusted: false },
    );
  return { graph, read };
}

test('documents of subscriptions: are parsed once, and known to operations over HTTP', async () => {
  const { graph, read } = createServices();
  const text = 'query A { a } subscription B { b }';
  const first = await read(text);
  const again = await read(text);
  expect(again.document).toBe(first.document);
  expect(graph.validDocuments.find(hash('sha256', text), 'A')?.document).toBe(first.document);
});

test.each([
  ['that does not parse', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
  ['that is not valid', 'subscription { c }', 'GRAPHQL_VALIDATION_FAILED'],
])('documents of subscriptions: one %s is not stored', async (_, text, code) => {
  const { graph, read } = createServices();
  await expect(read(text)).rejects.toMatchObject({ errors: [{ extensions: { code } }] });
  expect(graph.validDocuments.has(hash('sha256', text))).toBe(false);
});
