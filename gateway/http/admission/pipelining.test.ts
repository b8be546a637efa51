import { expect, test } from '@jest/globals';
import { rawConnection } from '../../../tests/programs/attacks/rawConnection.ts';
import { createAdmittedApp } from '../../../tests/support/admittedApp.ts';
import { within } from '../../../tests/support/within.ts';

const TIMEOUT_MS = 10_000;

test('pipelining: responds 429 to the seventeenth request in progress, and closes the connection', async () => {
  const rejected: string[] = [];
  let executed = 0;
  const all = Promise.withResolvers<void>();
  const { app } = createAdmittedApp({
    observer: { graphqlError: (code) => void rejected.push(code) },
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 429) all.resolve();
    done();
  });
  app.get('/', async () => {
    executed += 1;
    await all.promise;
    return 'done';
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    const { text, closedAfterMs } = await rawConnection(
      url,
      (socket) => void socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(300)),
      TIMEOUT_MS,
    );
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    expect(statuses).toEqual([...Array<number>(16).fill(200), 429]);
    expect(text).toContain('TOO_MANY_REQUESTS');
    expect(closedAfterMs).toBeDefined();
    expect(executed).toBe(16);
    await within(TIMEOUT_MS, async () => expect(rejected).toEqual(['TOO_MANY_REQUESTS']));
  } finally {
    await app.close();
  }
});

test('pipelining: serves any number of requests that follow one another', async () => {
  const { app } = createAdmittedApp({});
  app.get('/', async () => 'done');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  try {
    let received = '';
    await rawConnection(
      url,
      (socket) => {
        const send = () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
        socket.on('data', (part) => {
          received += part;
          if (received.split('HTTP/1.1 200').length > 50) socket.end();
          else send();
        });
        send();
      },
      TIMEOUT_MS,
    );
    expect(received.split('HTTP/1.1 200').length - 1).toBe(50);
  } finally {
    await app.close();
  }
});
