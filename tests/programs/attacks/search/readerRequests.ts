import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that shares the gateway with the attacker. */
export interface Reader {
  readonly url: string;
  readonly address: string;
  /** Its API key, so that its points are counted apart from those of the attacker. */
  readonly apiKey: string;
}

/** The durations of a reader's requests in milliseconds. */
export interface ReaderTimes {
  readonly durations: number[];
  /** Responses with another status than 200. */
  rejected: number;
}

const INTERVAL_MS = 20;
/** Of content that the search does not edit, so that it stays cached. */
const FIELDS = '{ topics(first: 3) { nodes { title } } }';

/**
 * Sends one small operation after another until the signal aborts: each document is new, so that it is parsed and
 * executed, and its content is cached, so that no provider delays it.
 */
export async function sendReaderRequests(reader: Reader, signal: AbortSignal): Promise<ReaderTimes> {
  const agent = new Agent({ keepAlive: true });
  const times: ReaderTimes = { durations: [], rejected: 0 };
  for (let number = 0; !signal.aborted; number++) {
    const startedAt = performance.now();
    const status = await statusOf(reader, agent, `query R${Date.now()}x${number} ${FIELDS}`);
    times.durations.push(performance.now() - startedAt);
    if (status !== 200) times.rejected += 1;
    await sleep(INTERVAL_MS);
  }
  agent.destroy();
  return times;
}

function statusOf({ url, address, apiKey }: Reader, agent: Agent, query: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = { 'x-forwarded-for': address, 'x-api-key': apiKey, 'content-type': 'application/json' };
  const outgoing = request(`${url}/graphql`, { agent, method: 'POST', headers }, (response) => {
    response.resume();
    response.once('end', () => resolve(response.statusCode ?? 0));
    response.once('error', () => resolve(0));
  });
  outgoing.once('error', () => resolve(0));
  outgoing.end(JSON.stringify({ query }));
  return promise;
}
