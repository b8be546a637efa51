/**
 * Measures edits while one address has 1,536 subscriptions, with the same request and with different ones, with what another
 * client waits for in the meantime.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { formatTable, type Row } from '../load/table.ts';
import { LOAD_COLUMNS, startLoadedGateway } from './loadedGateway.ts';

const CONNECTIONS = 48;
const SUBSCRIPTIONS_PER_CONNECTION = 32;
const SUBSCRIPTIONS = CONNECTIONS * SUBSCRIPTIONS_PER_CONNECTION;
const EDITS = 3;
const MAX_WAIT_MS = 60_000;
const ADDRESS = '10.8.8.8';

const gateway = await startLoadedGateway(0);
try {
  const rows: Row[] = [['none', 0, ...(await gateway.measure(() => sleep(1000)))]];
  for (const kind of ['same request', 'different requests']) {
    const sockets: WebSocket[] = [];
    let received = 0;
    for (let connection = 0; connection < CONNECTIONS; connection++)
      sockets.push(await open(connection, kind === 'different requests', () => void received++));
    await waitForSubscriptions();
    for (let edit = 1; edit <= EDITS; edit++) {
      received = 0;
      const figures = await gateway.measure(async () => {
        const endsAt = performance.now() + MAX_WAIT_MS;
        const tagline = `${kind} ${edit}`;
        await gateway.stack.editor.patch('film-lorenz').set({ tagline }).commit();
        while (received < SUBSCRIPTIONS && performance.now() < endsAt) await sleep(10);
      });
      rows.push([kind, received, ...figures]);
    }
    for (const socket of sockets) socket.terminate();
    await sleep(1000);
  }
  console.log(formatTable(['1,536 subscriptions', 'messages', ...LOAD_COLUMNS], rows));
} finally {
  await gateway.close();
}

/** Opens a connection with subscriptions. */
async function open(connection: number, isDifferent: boolean, onMessage: () => void): Promise<WebSocket> {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-forwarded-for': ADDRESS },
  });
  await once(socket, 'open');
  socket.send('{"type":"connection_init"}');
  await once(socket, 'message');
  socket.on('message', (message: Buffer) => {
    const start = message.toString('latin1', 0, 100);
    if (start.includes('"type":"next"')) onMessage();
    else if (start.includes('"type":"error"')) throw new Error(`expected a message, got ${message}`);
  });
  for (let n = 0; n < SUBSCRIPTIONS_PER_CONNECTION; n++) {
    const alias = isDifferent ? `a${connection * SUBSCRIPTIONS_PER_CONNECTION + n}` : 'id';
    const query = `subscription { contentChanged(types: [FILM]) { ${alias}: documentId node { ... on Film { title tagline topics { title } credits { person { name } } related(first: 6) { title } } } } }`;
    socket.send(JSON.stringify({ id: String(n), type: 'subscribe', payload: { query } }));
  }
  return socket;
}

async function waitForSubscriptions(): Promise<void> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  for (let count = 0; count < SUBSCRIPTIONS; await sleep(100)) {
    const { body } = await gateway.get('/metrics', '192.0.2.1');
    count = Number(/trivium_subscriptions (\d+)/.exec(body)?.[1]);
    if (performance.now() > endsAt) throw new Error(`expected ${SUBSCRIPTIONS} subscriptions, got ${count}`);
  }
}
