import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rawConnection } from './attacks/rawConnection.ts';
import { type House, openHouse } from './house.ts';
import { AUDITS, auditGraph } from './http/audits.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse({ indexed: false });
});
afterAll(() => house.close());

test('the endpoint keeps GraphQL over HTTP: all audits of graphql-http pass', async () => {
  const results = await auditGraph(house.url);
  const broken = results.filter(({ status }) => status !== 'ok');
  expect(broken.map(({ id, name, status }) => `${id} ${status}: ${name}`)).toEqual([]);
  expect(results).toHaveLength(AUDITS);
});

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
