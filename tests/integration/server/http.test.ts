import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { rawConnection } from '../../programs/attacks/rawConnection.ts';
import { AUDITS, auditGraph } from '../../programs/audits/audits.ts';
import { type House, openHouse } from '../../support/stack.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false });
});
afterAll(() => house.close());

const ALIASES = Array.from({ length: 40 }, (_, n) => `a${n}: __typename`).join(' ');
const PAGE = 'query($n: Int, $f: FilmFilter) { films(first: $n, filter: $f) { totalCount } }';
const deep = (levels: number): unknown => (levels === 0 ? {} : { and: [deep(levels - 1)] });

test.each([
  ['a document that does not parse', { query: '{' }, 200],
  ['one that does not validate', { query: '{ nothing }' }, 200],
  ['one that goes beyond a limit', { query: `{ ${ALIASES} }` }, 200],
  ['an operation that is not named', { query: 'query A { __typename } query B { __typename }' }, 200],
  ['variables of a wrong type', { query: PAGE, variables: { n: 'many' } }, 200],
  ['variables that lie too deep', { query: PAGE, variables: { f: deep(40) } }, 200],
  ['too large a page', { query: PAGE, variables: { n: 101 } }, 200],
  ['no document', { variables: {} }, 400],
  ['several requests in one', [{ query: '{ __typename }' }], 400],
  [
    'a hash of another document',
    { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
    400,
  ],
])(
  '%s is refused with 400, and with the status that clients of the old media type read',
  async (_, body, legacy) => {
    const statusFor = async (accept: string) => {
      const headers = { 'content-type': 'application/json', accept };
      const answer = await fetch(`${house.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect((await answer.json()).errors).toHaveLength(1);
      return answer.status;
    };
    expect(await statusFor('application/json')).toBe(legacy);
    expect(await statusFor('application/graphql-response+json, application/json')).toBe(400);
    expect(await statusFor('*/*')).toBe(400);
  },
);

test('what tools ask of a schema is answered whole', async () => {
  const everything = getIntrospectionQuery({
    inputValueDeprecation: true,
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    oneOf: true,
    typeDepth: 12,
  });
  for (const query of [getIntrospectionQuery(), everything]) {
    const { data, errors } = await house.ask(query);
    expect(errors).toEqual([]);
    const told = printSchema(buildClientSchema(data as never));
    expect(told).toContain('nodes(ids: [ID!]!): [Node]');
  }
});

test('the endpoint keeps GraphQL over HTTP: all audits of graphql-http pass', async () => {
  const results = await auditGraph(house.url);
  const broken = results.filter(({ status }) => status !== 'ok');
  expect(broken.map(({ id, name, status }) => `${id} ${status}: ${name}`)).toEqual([]);
  expect(results).toHaveLength(AUDITS);
});

/** Milliseconds that an answer to a single write may take on a machine that has much else to do. */
const PATIENCE = 10_000;

test('what is refused beside the graph is refused in the shape of its errors, with a code', async () => {
  const refused = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${house.url}${path}`, init);
    return { status: answer.status, allow: answer.headers.get('allow'), ...codeIn(await answer.text()) };
  };
  expect(await refused('/assets/gone.js')).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(await refused('/films', { method: 'DELETE' })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect(await refused('/graphql?query=x', { method })).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST, OPTIONS',
      code: 'METHOD_NOT_ALLOWED',
    });
  const said = async (words: string) => {
    const { text } = await rawConnection(house.url, (socket) => void socket.write(words), PATIENCE);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), ...codeIn(body) };
  };
  expect(await said('nothing of the kind\r\n\r\n')).toEqual({ status: 400, code: 'BAD_REQUEST' });
  const upgrade = 'connection: upgrade\r\nupgrade: websocket\r\n';
  expect(await said(`GET /elsewhere HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`)).toEqual({
    status: 404,
    code: 'NOT_FOUND',
  });
  expect(await refused('/webhooks/content', { method: 'POST', body: '{}' })).toMatchObject({
    status: 401,
    code: 'WEBHOOK_REFUSED',
  });
  const large = 'x'.repeat(20_000);
  expect(await said(`GET / HTTP/1.1\r\nhost: x\r\nx: ${large}\r\n\r\n`)).toEqual({
    status: 431,
    code: 'BAD_REQUEST',
  });
  expect(await refused('/%')).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  // None of them reached what counts requests.
  const metrics = await (await fetch(`${house.url}/metrics`)).text();
  expect(metrics).toContain('trivium_malformed_requests_total{code="BAD_REQUEST"} 3');
});

test('who asks by OPTIONS without being a browser is told as a browser is', async () => {
  const answer = await fetch(`${house.url}/graphql`, { method: 'OPTIONS' });
  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
});

/** The code of the one error that an answer consists of. */
function codeIn(text: string): { code: unknown } {
  const { errors, ...rest } = JSON.parse(text) as {
    errors: { message: string; extensions: { code: string } }[];
  };
  expect(rest).toEqual({});
  expect(errors).toHaveLength(1);
  expect(typeof errors[0]?.message).toBe('string');
  return { code: errors[0]?.extensions.code };
}
test('a client that offers to speak something else than a WebSocket is answered by HTTP/1.1', async () => {
  const body = '{"query":"{ films(first: 1) { totalCount } }"}';
  const { text } = await rawConnection(
    house.url,
    (socket) =>
      void socket.write(
        'POST /graphql HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\n' +
          'http2-settings: AAMAAABkAAQAAP__\r\ncontent-type: application/json\r\n' +
          `content-length: ${body.length}\r\n\r\n${body}GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      ),
    5000,
  );
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toContain('"totalCount"');
});

test('a client that is still sending a body when it is refused hears why, and may ask on', async () => {
  const length = 200_000;
  const { text } = await rawConnection(
    house.url,
    async (socket) => {
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
      );
      await once(socket, 'data');
      socket.write(' '.repeat(length));
      socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    },
    5000,
  );
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a client that is still sending headers when they are refused is not cut off', async () => {
  let fault: unknown;
  const { text, closedAfter } = await rawConnection(
    house.url,
    async (socket) => {
      socket.on('error', (error) => {
        fault = error;
      });
      socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}`);
      await once(socket, 'data');
      for (let part = 0; part < 20; part += 1) socket.write('x'.repeat(20_000));
    },
    5000,
  );
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 431']);
  expect(fault).toBeUndefined();
  // And does not keep the connection by going on.
  expect(closedAfter).toBeLessThan(5000);
});
