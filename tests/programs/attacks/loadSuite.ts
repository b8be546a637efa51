import { once } from 'node:events';
import { connect } from 'node:net';
import { queryGateway } from '../../support/stack.ts';
import { type Attack, type AttackTarget, firstFailure } from './attack.ts';
import { openRawWebSocket } from './rawWebSocket.ts';

/** Pages that one connection requests without waiting. */
const PIPELINED_PAGES = 290;
/** Health checks that must be answered before the last of the pages. */
const MIN_HEALTH_CHECKS = 20;

const CONNECTIONS = 10;
const SUBSCRIPTIONS_PER_CONNECTION = 32;
const SUBSCRIPTIONS = CONNECTIONS * SUBSCRIPTIONS_PER_CONNECTION;
/** Executions for all subscriptions with the same request. A message is shared for a second. */
const MAX_EXECUTIONS = SUBSCRIPTIONS / 8;

/** Attacks that occupy the processor with pages and subscriptions, so that others wait. */
export const LOAD_ATTACKS: readonly Attack[] = [
  {
    name: 'pipelined requests for pages',
    requirement: `${MIN_HEALTH_CHECKS} health checks are answered before the last page`,
    needsBuiltApp: true,
    isSlow: true,
    isExclusive: true,
    run: pipelinePages,
  },
  {
    name: `${SUBSCRIPTIONS} subscriptions with the same request`,
    requirement: `a message for each of them, from at most ${MAX_EXECUTIONS} executions`,
    isExclusive: true,
    run: subscribeAlike,
  },
];

async function pipelinePages({ url }: AttackTarget): Promise<string | undefined> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.resume();
  const closed = once(socket, 'close');
  const paths = Array.from({ length: PIPELINED_PAGES }, (_, n) => `/search?q=${n}`);
  const last = paths.pop();
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  socket.write(`GET ${last} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let healthChecks = 0;
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  while (!isClosed) {
    await (await fetch(`${url}/health/live`)).text();
    healthChecks += 1;
  }
  return healthChecks < MIN_HEALTH_CHECKS
    ? `expected ${MIN_HEALTH_CHECKS} health checks before the last page, got ${healthChecks}`
    : undefined;
}

async function subscribeAlike({ url }: AttackTarget): Promise<string | undefined> {
  const { data } = await queryGateway(url, '{ film(by: { slug: "lorenz" }) { video { id } } }');
  const query = 'subscription ($id: ID!) { videoChanged(id: $id) { status duration } }';
  const payload = { query, variables: { id: data.film.video.id } };
  const before = await countExecutions(url);
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => openRawWebSocket(url)));
  try {
    for (const { send } of clients)
      send(
        ...Array.from({ length: SUBSCRIPTIONS_PER_CONNECTION }, (_, n) => ({
          id: String(n),
          type: 'subscribe',
          payload,
        })),
      );
    const isMessage = ({ type }: { readonly type: string }) => type === 'next';
    const received = await Promise.all(
      clients.map(({ receive }) => receive(SUBSCRIPTIONS_PER_CONNECTION, isMessage)),
    );
    const executions = (await countExecutions(url)) - before;
    const texts = new Set(received.flat().map((message) => JSON.stringify(message.payload)));
    return firstFailure([
      texts.size !== 1 && `expected the same message for all subscriptions, got ${texts.size} different ones`,
      executions > MAX_EXECUTIONS && `expected at most ${MAX_EXECUTIONS} executions, got ${executions}`,
    ]);
  } finally {
    for (const { terminate } of clients) terminate();
  }
}

async function countExecutions(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, count] = /trivium_subscription_messages_total\{source="executed"\} (\d+)/.exec(metrics) ?? [];
  if (count === undefined) throw new Error('expected the number of executions in the metrics, got none');
  return Number(count);
}
