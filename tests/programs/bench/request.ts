import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../support/stack.ts';

/** A client with persistent connections and little overhead, so that measurements are those of the gateway. */
export interface BenchClient {
  /** Returns the response body. @throws Error for a response with errors */
  query(origin: string, document: string, variables?: unknown): Promise<string>;
  close(): void;
}

export function createBenchClient(): BenchClient {
  const agent = new Agent({ keepAlive: true });
  return {
    async query(origin, document, variables) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const headers = { 'content-type': 'application/json' };
      const outgoing = request(`${origin}/graphql`, { method: 'POST', agent, headers });
      outgoing.on('response', (response) => text(response).then(resolve, reject));
      outgoing.on('error', reject);
      outgoing.end(JSON.stringify({ query: document, variables }));
      const body = await promise;
      if (!body.startsWith('{"data"'))
        throw new Error(`expected a response without errors, got ${body.slice(0, 300)}`);
      return body;
    },
    close: () => agent.destroy(),
  };
}

/** Reads one of the operations in `tests/support/fixtures/operations`. */
export const readOperation = (name: string): string =>
  readFileSync(`${ROOT}tests/support/fixtures/operations/${name}.graphql`, 'utf8');

let nameCount = 0;
/** Renames an operation, so that no cache of documents or responses contains it. */
export const renameOperation = (document: string): string =>
  document.replace(/^query\s+\w+/m, `query Q${++nameCount}`);
