import { get, type IncomingHttpHeaders } from 'node:http';

interface RawResponse {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly chunks: readonly Buffer[];
  /** Arrival of each chunk in milliseconds, on the clock of `performance.now()`. */
  readonly arrivals: readonly number[];
}

/** Sends a GET request with a path as it is, where `fetch` would normalize it, and with any `host` header. */
export const rawGet = (origin: string, path: string, headers = {}): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', port: new URL(origin).port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      const arrivals: number[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        arrivals.push(performance.now());
      });
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, chunks, arrivals }),
      );
    });
    request.once('error', reject);
  });
