import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response to a batch with a record that the search service refuses. */
export interface Refusal {
  readonly status: number;
  readonly body: object;
}

/** A record of a batch, with its position. */
export interface BatchedRecord {
  readonly objectID: string;
  readonly position: number;
  readonly [attribute: string]: unknown;
}

/** A proxy in front of the search service that refuses batches for one of their records. */
export interface RefusingProxy {
  readonly url: string;
  /** The number of batches that were sent. */
  batches(): number;
  close(): void;
}

/** @param refusalOf returns the response to a batch with this record; undefined for a record that is accepted */
export async function startRefusingProxy(
  target: string,
  refusalOf: (record: BatchedRecord) => Refusal | undefined,
): Promise<RefusingProxy> {
  let batches = 0;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const isBatch = /\/batch(\?|$)/.test(request.url ?? '');
    if (isBatch) batches += 1;
    const refusal = isBatch ? firstRefusal(body, refusalOf) : undefined;
    if (refusal)
      return response
        .writeHead(refusal.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(refusal.body));
    const upstream = await fetch(`${target}${request.url}`, {
      method: request.method as string,
      headers: {
        'x-algolia-api-key': String(request.headers['x-algolia-api-key']),
        'x-algolia-application-id': String(request.headers['x-algolia-application-id']),
        'content-type': 'application/json',
      },
      ...(body && { body }),
    });
    return response
      .writeHead(upstream.status, { 'content-type': 'application/json' })
      .end(await upstream.text());
  };
  const server = createServer((request, response) => {
    // A failure of the target is a failure of the proxy.
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches: () => batches,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function firstRefusal(body: string, refusalOf: (record: BatchedRecord) => Refusal | undefined) {
  const { requests } = JSON.parse(body) as { requests: { action: string; body: BatchedRecord }[] };
  for (const [position, { action, body: record }] of requests.entries()) {
    const refusal = action === 'deleteObject' ? undefined : refusalOf({ ...record, position });
    if (refusal) return refusal;
  }
  return undefined;
}
