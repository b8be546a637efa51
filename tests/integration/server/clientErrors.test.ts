import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawConnection } from '../../programs/attacks/rawConnection.ts';
import { openRawWebSocket } from '../../programs/attacks/rawWebSocket.ts';
import { type ObservedGateway, startObservedGateway } from '../../support/observedGateway.ts';
import { type Stack, startStack } from '../../support/stack.ts';

let stack: Stack;
let gateway: ObservedGateway;
beforeAll(async () => {
  stack = await startStack({ env: { CONSUME_CHANGES: 'off' } });
  gateway = await startObservedGateway(stack);
});
afterAll(async () => {
  await gateway.close();
  await stack.close();
});

const TIMEOUT_MS = 5_000;
/** The level `error` of pino. */
const ERROR_LEVEL = 50;
/** Close code of graphql-transport-ws. */
const INTERNAL_ERROR = 4500;
const CLOSE = 'connection: close\r\n';
const JSON_TYPE = 'content-type: application/json\r\n';
/** A lone surrogate, which is valid in JSON and not in Unicode. */
const LONE_SURROGATE = '\\ud800';

/** Sends bytes. @returns the statuses of the responses */
async function statusesOf(text: string): Promise<number[]> {
  const { text: response } = await rawConnection(
    gateway.url,
    (socket) => void socket.write(text),
    TIMEOUT_MS,
  );
  return [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
}

const post = (path: string, body: string, headers = JSON_TYPE) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\n${CLOSE}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const get = (target: string, headers = 'host: x\r\n') => `GET ${target} HTTP/1.1\r\n${headers}${CLOSE}\r\n`;
const operation = (query: string, variables: string) =>
  post('/graphql', `{"query":${JSON.stringify(query)},"variables":${variables}}`);

const REQUESTS: readonly string[] = [
  get('/graphql?query={__typename}', 'host: [\r\n'),
  get('/graphql?query={__typename}', 'host: \r\n'),
  get('http://[x/graphql?query={__typename}'),
  get('http://a:99999/films'),
  get('//[/'),
  get('*'),
  get(`/films/${'x'.repeat(12_000)}`),
  get('/films/%00'),
  get('/films/%ed%a0%80'),
  get('/search?q=%ff%00&from=99999&topic=__proto__'),
  get('/oembed?url=http://['),
  get('/explorer/%00'),
  get('/', 'host: x\r\naccept-encoding: identity;q=0, *;q=0\r\n'),
  get('/explorer/', 'host: x\r\nrange: bytes=5-1,9999999-\r\n'),
  get('/schema.graphql', 'host: x\r\nif-none-match: ,,*,"\r\n'),
  post('/graphql', '{"query":"{ __typename }","extensions":{"persistedQuery":5}}'),
  post('/graphql', '{"query":"{ __typename }","operationName":""}'),
  post('/graphql', '{"query":"{ __typename }","variables":{"__proto__":1}}'),
  post('/graphql', 'null'),
  post('/graphql', ''),
  post('/graphql', '{"query":"{ __typename }"}', 'content-type: ;;\r\n'),
  post('/graphql', '{"query":"{ __typename }"}', `${JSON_TYPE}accept: text/html\r\n`),
  post('/webhooks/content', '{}', 'sanity-webhook-signature: t=999999999999999,v1=x\r\n'),
  post('/webhooks/media', '', 'mux-signature: t=,v1=\r\n'),
  operation('query($id: ID = "x") { node(id: $id) { id } }', '{"id":null}'),
  operation('query($b: Boolean = true) { __typename @include(if: $b) }', '{"b":null}'),
  operation('query($b: Boolean = true) { rateLimit(dryRun: $b) { cost } }', '{"b":null}'),
  operation('query($q: String!) { search(query: $q) { totalCount } }', `{"q":"${LONE_SURROGATE}"}`),
  operation('query($q: String!) { film(by: { slug: $q }) { title } }', `{"q":"${LONE_SURROGATE}\\u0000"}`),
  operation(
    'query($q: String!) { films(filter: { title: { matches: $q } }) { totalCount } }',
    `{"q":"${LONE_SURROGATE}*"}`,
  ),
  operation('query($q: ID!) { node(id: $q) { id } }', `{"q":"${LONE_SURROGATE}"}`),
  operation('query($q: String) { films(after: $q) { totalCount } }', '{"q":"bnVsbA"}'),
];

const SUBSCRIPTION = 'subscription { contentChanged { documentId } }';
const subscribe = (payload: unknown, id = 'a') => JSON.stringify({ id, type: 'subscribe', payload });

/** Messages that the protocol or the schema forbids. */
const MESSAGES: readonly (readonly string[])[] = [
  ['{'],
  ['[]'],
  ['{"type":"connection_init"}'],
  ['{"type":"connection_ack"}'],
  ['{"type":"next","id":"a","payload":{}}'],
  ['{"type":"error","id":"a","payload":[{"message":"x"}]}'],
  [subscribe(null)],
  [subscribe({ query: 5 })],
  [subscribe({ query: SUBSCRIPTION, variables: [] })],
  [subscribe({ query: SUBSCRIPTION, extensions: { persistedQuery: 5 } })],
  [subscribe({ query: SUBSCRIPTION, operationName: 'Missing' })],
  [subscribe({ query: SUBSCRIPTION }, '__proto__')],
  [
    subscribe({ query: SUBSCRIPTION }, 'x'.repeat(50_000)),
    subscribe({ query: SUBSCRIPTION }, 'x'.repeat(50_000)),
  ],
  [
    subscribe({
      query: 'subscription($id: ID = "x") { videoChanged(id: $id) { id } }',
      variables: { id: null },
    }),
  ],
];

const errorsInLog = () => gateway.logEntries().filter(({ level }) => (level as number) >= ERROR_LEVEL);

test('client errors: cause no 5xx and no error in the log', async () => {
  const failures: string[] = [];
  for (const request of REQUESTS) {
    const statuses = await statusesOf(request);
    if (statuses.length !== 1 || statuses.some((status) => status >= 500))
      failures.push(
        `${statuses.join() || 'no response'} to ${request.slice(0, 120)} … ${request.slice(-120)}`,
      );
  }
  expect(failures).toEqual([]);
  expect(errorsInLog()).toEqual([]);
});

test('client errors: cause no internal error on a WebSocket, and no error in the log', async () => {
  for (const messages of MESSAGES) {
    const { send, receive, closed, terminate } = await openRawWebSocket(gateway.url);
    send(...messages, { type: 'ping' });
    const pong = receive(1, ({ type }) => type === 'pong').catch(() => closed);
    expect(await Promise.race([closed, pong])).not.toBe(INTERNAL_ERROR);
    terminate();
  }
  expect(errorsInLog()).toEqual([]);
});
