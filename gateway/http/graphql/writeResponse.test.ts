import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import Fastify from 'fastify';
import { Rejected } from '../../core/rejected.ts';
import { writeErrorToSocket } from '../../core/socketError.ts';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { resultOf, writeError } from './writeResponse.ts';

test('rejections: have the same status, headers and body over GraphQL, HTTP and sockets', async () => {
  const error = new Rejected('TOO_MANY_REQUESTS', 'expected less, got more', 7, { limit: 3 });
  const body =
    '{"errors":[{"message":"expected less, got more","extensions":{"code":"TOO_MANY_REQUESTS","limit":3,"retryAfter":7,"url":"/docs/errors#too_many_requests"}}]}';

  const response = rejectedResponse([error]);
  expect(response.http.status).toBe(429);
  expect([...response.http.headers]).toEqual([['retry-after', '7']]);
  expect(JSON.stringify(resultOf(response))).toBe(body);

  const app = Fastify();
  app.get('/', (_request, reply) => reply.send(writeError(reply, error)));
  const overHttp = await app.inject('/');
  expect(overHttp.statusCode).toBe(429);
  expect(overHttp.headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' });
  expect(overHttp.body).toBe(body);

  const socket = new PassThrough();
  expect(writeErrorToSocket(socket, error)).toBe(true);
  const [head, ...rest] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 429 Too Many Requests\r\n/);
  expect(head).toMatch(/\r\nretry-after: 7(\r\n|$)/);
  expect(rest).toEqual([body]);
});
