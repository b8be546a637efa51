import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** An answer of a graph, with when it was asked for and when it came. */
export interface Timed {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the reader's own query
  readonly body: any;
  readonly asked: number;
  readonly answered: number;
}

/** Milliseconds a client waits for an answer, and times that it asks. */
const PATIENCE = 4_000;
const ATTEMPTS = 4;
/** Milliseconds before it asks again. */
const PAUSE = 150;

interface AskingOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Told why an attempt has come to nothing. */
  readonly failed?: (why: string) => void;
  /** Times that it asks at most. */
  readonly attempts?: number;
}

/**
 * Asks over a connection of its own, so that a balancer may choose; and again where it is cut off or hears nothing.
 * @throws Error when all attempts have come to nothing
 */
export async function askThrough(
  origin: string,
  body: object,
  { headers = {}, failed = () => undefined, attempts = ATTEMPTS }: AskingOptions = {},
): Promise<Timed> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await askOnce(origin, JSON.stringify(body), headers);
    } catch (error) {
      failed((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      if (attempt >= attempts) throw error;
      await sleep(PAUSE);
    }
  }
}

function askOnce(origin: string, body: string, headers: Readonly<Record<string, string>>): Promise<Timed> {
  const asked = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      `${origin}/graphql`,
      {
        method: 'POST',
        agent: false,
        timeout: PATIENCE,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.once('error', reject);
        answer.once('end', () => {
          if (!answer.complete) return reject(new Error('cut off'));
          try {
            resolve({
              status: answer.statusCode as number,
              body: JSON.parse(text),
              asked,
              answered: performance.now(),
            });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    asking.once('error', reject);
    asking.once('timeout', () => asking.destroy(new Error('no answer')));
    asking.end(body);
  });
}
