import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = unknown;
/** The keys and indexes that lead to a value in a JSON body. */
export type JsonPath = readonly (string | number)[];

/** A proxy between a gateway and a provider that can change response bodies. */
export interface FaultyProxy {
  readonly url: string;
  /** Returns the last response body of the provider, before any change. */
  lastBody(): Json;
  /** Sets the function that changes response bodies; without one they are forwarded unchanged. */
  transformBodies(transform?: (body: Json) => Json): void;
  close(): void;
}

/** @param target origin of the provider. Repeated requests get the cached response. */
export async function openFaultyProxy(target: string): Promise<FaultyProxy> {
  const cache = new Map<string, { status: number; body: Json }>();
  let last: Json;
  let transform = (body: Json) => body;
  const server = createServer(async (request, response) => {
    const requestBody = await textOf(request);
    const key = `${request.method} ${request.url} ${requestBody}`;
    const cached = cache.get(key) ?? (await forward(target, request, requestBody));
    cache.set(key, cached);
    last = cached.body;
    response
      .writeHead(cached.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(transform(structuredClone(cached.body))));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lastBody: () => last,
    transformBodies(newTransform = (body) => body) {
      transform = newTransform;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function forward(target: string, { url, method = 'GET', headers }: IncomingMessage, body: string) {
  const { host: _, connection: __, 'content-length': ___, ...forwarded } = headers;
  const response = await fetch(`${target}${url}`, {
    method,
    headers: forwarded as Record<string, string>,
    ...(body !== '' && { body }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Returns the paths of all values in a body; of lists the first item only. */
export function jsonPaths(body: Json, path: JsonPath = []): JsonPath[] {
  if (typeof body !== 'object' || body === null) return path.length > 0 ? [path] : [];
  const inner = Array.isArray(body) ? body.slice(0, 1).entries() : Object.entries(body);
  return [
    ...(path.length > 0 ? [path] : []),
    ...[...inner].flatMap(([key, value]) => jsonPaths(value, [...path, key])),
  ];
}

/** Replaces the value at a path. Returns the same body. */
export function setAtPath(body: Json, path: JsonPath, value: Json): Json {
  const parent = path.slice(0, -1).reduce((at, key) => (at as Record<string, Json>)[key], body);
  (parent as Record<string, Json>)[path.at(-1) as string] = value;
  return body;
}
