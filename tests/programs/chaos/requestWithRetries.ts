import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A GraphQL response with the times of its request, by `performance.now`. */
export interface TimedResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the caller's own query
  readonly body: any;
  readonly sentAt: number;
  readonly receivedAt: number;
}

const REQUEST_TIMEOUT_MS = 4_000;
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 150;

interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the cause of each failed attempt. */
  readonly onFailure?: (cause: string) => void;
  readonly maxAttempts?: number;
}

/**
 * Sends a query over a new connection, so that a balancer chooses the gateway, and repeats it after a network error or
 * timeout.
 * @throws Error when all attempts fail
 */
export async function requestWithRetries(
  origin: string,
  body: object,
  { headers = {}, onFailure = () => undefined, maxAttempts = MAX_ATTEMPTS }: RequestOptions = {},
): Promise<TimedResponse> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await requestOnce(origin, JSON.stringify(body), headers);
    } catch (error) {
      onFailure((error as NodeJS.ErrnoException).code ?? (error as Error).message);
      if (attempt >= maxAttempts) throw error;
      await sleep(RETRY_DELAY_MS);
    }
  }
}

function requestOnce(
  origin: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<TimedResponse> {
  const sentAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${origin}/graphql`,
      {
        method: 'POST',
        agent: false,
        timeout: REQUEST_TIMEOUT_MS,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.once('error', reject);
        response.once('end', () => {
          if (!response.complete) return reject(new Error('incomplete response'));
          try {
            resolve({
              status: response.statusCode as number,
              body: JSON.parse(text),
              sentAt,
              receivedAt: performance.now(),
            });
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.end(body);
  });
}
