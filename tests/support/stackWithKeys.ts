import { openStorage } from '../../gateway/app/storage.ts';
import { type ApiKeys, createApiKeys } from '../../gateway/services/auth/apiKeys.ts';
import type { Storage } from '../../gateway/services/storage/storage.ts';
import { type House, openHouse } from './stack.ts';

/** A house with its keys in hand, as an operator beside the running gateway has them. */
export interface KeyedHouse {
  readonly house: House;
  readonly durable: Storage;
  readonly ring: ApiKeys;
  /** Lets the ring of this hand live by a time that is so many milliseconds ahead; the gateway goes by its own. */
  goAhead(milliseconds: number): void;
  /** Asks the graph under some headers. */
  ask(
    headers: Record<string, string>,
    query?: string,
    variables?: Record<string, unknown>,
    path?: string,
  ): Promise<KeyedAnswer>;
  close(): Promise<void>;
}

/** An answer and all that came with it. `any` because what comes back is what the test asked. */
export interface KeyedAnswer {
  readonly status: number;
  /** Of the first error. */
  readonly code: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  readonly errors: any;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  readonly data: any;
  readonly text: string;
  readonly headers: Headers;
}

export const FILMS = '{ films(first: 1) { totalCount } }';
/** What a key gets that opens nothing. */
export const REFUSED = { status: 401, code: 'UNAUTHENTICATED', data: undefined };
export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

/** Opens one; close it in `afterAll`. */
export async function openKeyedHouse(): Promise<KeyedHouse> {
  const house = await openHouse({ indexed: false, env: { CONSUME_CHANGES: 'off' } });
  const durable = openStorage(house.config, () => undefined);
  let ahead = 0;
  return {
    house,
    durable,
    ring: createApiKeys(durable.keys, () => Date.now() + ahead),
    goAhead(milliseconds) {
      ahead = milliseconds;
    },
    async ask(headers, query = FILMS, variables = {}, path = '/graphql') {
      const answer = await fetch(`${house.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const text = await answer.text();
      const { data, errors } = JSON.parse(text);
      const code = errors?.[0]?.extensions.code;
      return { status: answer.status, code, errors, data, text, headers: answer.headers };
    },
    async close() {
      await durable.close();
      await house.close();
    },
  };
}
