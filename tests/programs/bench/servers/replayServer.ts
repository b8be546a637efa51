/**
 * A server of `node:http` that sends prepared bytes: the response of `ORIGIN` to the first of equal requests. Requests are
 * equal if their URL, `If-None-Match`, `Accept-Encoding` and body are. `DELAY_MS` is the time before a prepared response.
 * `GET /replayed` returns the number of prepared responses that were sent.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type RawResponse, rawRequest } from '../../../support/rawRequest.ts';

const { ORIGIN = '', PORT, DELAY_MS = '0' } = process.env;
const delayMs = Number(DELAY_MS);
/** Headers of a connection, not of its responses. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

const responses = new Map<string, RawResponse>();
let replayed = 0;

const server = createServer((request, response) => {
  if (request.url === '/health/ready') response.end();
  else if (request.url === '/replayed') response.end(String(replayed));
  else if (request.method === 'GET') reply(request, response, '');
  else text(request).then((body) => reply(request, response, body));
});
server.listen(Number(PORT), '127.0.0.1');

function reply(request: IncomingMessage, response: ServerResponse, body: string): void {
  const { 'if-none-match': ifNoneMatch = '', 'accept-encoding': acceptEncoding = '' } = request.headers;
  const key = `${request.url} ${ifNoneMatch} ${acceptEncoding} ${body}`;
  const prepared = responses.get(key);
  if (!prepared) {
    record(request, body).then(
      (recorded) => {
        responses.set(key, recorded);
        send(response, recorded);
      },
      (error) => response.writeHead(502).end(String(error)),
    );
    return;
  }
  replayed += 1;
  if (delayMs > 0) setTimeout(send, delayMs, response, prepared);
  else send(response, prepared);
}

function send(response: ServerResponse, { status, headers, body }: RawResponse): void {
  response.writeHead(status, headers).end(body);
}

async function record({ method, url, headers }: IncomingMessage, body: string): Promise<RawResponse> {
  const { host: _host, connection: _connection, 'content-length': _length, ...forwarded } = headers;
  const response = await rawRequest(ORIGIN, {
    ...(method && { method }),
    path: url ?? '/',
    headers: forwarded as Record<string, string>,
    ...(body !== '' && { body }),
  });
  const kept = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  const hasBody = response.status !== 304;
  return {
    ...response,
    headers: {
      ...Object.fromEntries(kept),
      ...(hasBody && { 'content-length': String(response.body.length) }),
    },
  };
}
