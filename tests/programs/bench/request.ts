import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../support/stack.ts';

/** Asks gateways over connections that stay open, at the least cost: what is measured is theirs. */
export interface Asker {
  /** @returns the answer's text @throws Error where it has errors */
  ask(origin: string, query: string, variables?: unknown): Promise<string>;
  close(): void;
}

export function createAsker(): Asker {
  const agent = new Agent({ keepAlive: true });
  return {
    async ask(origin, query, variables) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const headers = { 'content-type': 'application/json' };
      const sent = request(`${origin}/graphql`, { method: 'POST', agent, headers });
      sent.on('response', (answer) => text(answer).then(resolve, reject));
      sent.on('error', reject);
      sent.end(JSON.stringify({ query, variables }));
      const answer = await promise;
      if (!answer.startsWith('{"data"'))
        throw new Error(`expected an answer without errors, got ${answer.slice(0, 300)}`);
      return answer;
    },
    close: () => agent.destroy(),
  };
}

/** One of the operations in `tests/support/operations`. */
export const readOperation = (name: string): string =>
  readFileSync(`${ROOT}tests/support/operations/${name}.graphql`, 'utf8');

let names = 0;
/** Another name is another document: nothing above the providers' answers knows it. */
export const renamed = (query: string): string => query.replace(/^query\s+\w+/m, `query Q${++names}`);
