import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = unknown;
/** Where in a body a value stands. */
export type Place = readonly (string | number)[];

/** Stands between a gateway and a provider: it gives the provider's own answers, or what a test makes of them. */
export interface BentProxy {
  readonly url: string;
  /** The body that was given last, as the provider gave it. */
  last(): Json;
  /** Makes another body of each one from here on; without an argument they go through as they are. */
  bend(make?: (body: Json) => Json): void;
  close(): void;
}

/** @param target the origin of the provider. Each request is sent there once, and answered from memory when it comes again. */
export async function openBentProxy(target: string): Promise<BentProxy> {
  const known = new Map<string, { status: number; body: Json }>();
  let last: Json;
  let bent = (body: Json) => body;
  const server = createServer(async (request, response) => {
    const sent = await textOf(request);
    const key = `${request.method} ${request.url} ${sent}`;
    const answer = known.get(key) ?? (await forward(target, request, sent));
    known.set(key, answer);
    last = answer.body;
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(bent(structuredClone(answer.body))));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => last,
    bend(make = (body) => body) {
      bent = make;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(target: string, { url, method = 'GET', headers }: IncomingMessage, sent: string) {
  const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: kept as Record<string, string>,
    ...(sent !== '' && { body: sent }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Every place of a body, of lists the first alone. */
export function placesIn(body: Json, place: Place = []): Place[] {
  if (typeof body !== 'object' || body === null) return place.length > 0 ? [place] : [];
  const inner = Array.isArray(body) ? body.slice(0, 1).entries() : Object.entries(body);
  return [
    ...(place.length > 0 ? [place] : []),
    ...[...inner].flatMap(([key, value]) => placesIn(value, [...place, key])),
  ];
}

/** Puts a value at a place of a body. */
export function put(body: Json, place: Place, value: Json): Json {
  const holder = place.slice(0, -1).reduce((at, key) => (at as Record<string, Json>)[key], body);
  (holder as Record<string, Json>)[place.at(-1) as string] = value;
  return body;
}
