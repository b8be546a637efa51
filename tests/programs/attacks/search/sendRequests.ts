import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type AttackHttpRequest, requestOf } from './attackRequests.ts';
import type { Pattern } from './pattern.ts';
import { FRESH_WORD } from './randomOperation.ts';

/** One attacker and its pattern. */
export interface Attacker {
  readonly url: string;
  readonly address: string;
  readonly pattern: Pattern;
  /** Documents of the pattern's operation. */
  readonly query: string;
  readonly subscription: string;
  /** Of idle connections. */
  readonly apiKey: string;
}

/** The requests of an attacker, and their responses. */
export interface Received {
  requests: number;
  /** Responses with 429 or 503. */
  rejected: number;
  bytes: number;
}

/** A client that is rejected pauses: the cost of a flood of rejections depends on the attacker's machine. */
const PAUSE_AFTER_REJECTION_MS = 50;
const PIPELINED_REQUESTS = 16;
const SUBSCRIPTIONS_PER_CONNECTION = 8;
const MAX_WEB_SOCKETS = 50;

/** Sends the requests of a pattern until the signal aborts. */
export async function sendRequests(attacker: Attacker, signal: AbortSignal): Promise<Received> {
  const received: Received = { requests: 0, rejected: 0, bytes: 0 };
  const { transport, concurrency } = attacker.pattern;
  const usesWebSockets = transport === 'subscriptions' || transport === 'idle';
  const connections = Math.min(concurrency, usesWebSockets ? MAX_WEB_SOCKETS : concurrency);
  const send =
    { subscriptions: subscribeOnce, idle: subscribeOnce, pipelined: sendPipelined }[transport as string] ??
    sendOne;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const loop = async () => {
    while (!signal.aborted) await send({ attacker, agent, received, signal, nextNumber: () => next++ });
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  return received;
}

interface Sending {
  readonly attacker: Attacker;
  readonly agent: Agent;
  readonly received: Received;
  readonly signal: AbortSignal;
  nextNumber(): number;
}

const nextRequest = ({ attacker, nextNumber }: Sending): AttackHttpRequest =>
  requestOf(attacker.pattern, attacker.query, nextNumber(), attacker.address);

async function sendOne(sending: Sending): Promise<void> {
  const { attacker, agent, received, signal } = sending;
  const { method, path, headers, body } = nextRequest(sending);
  const done = Promise.withResolvers<number>();
  const outgoing = request(`${attacker.url}${path}`, { agent, method, headers, signal }, (response) => {
    response.on('data', (part: Buffer) => {
      received.bytes += part.length;
    });
    response.on('end', () => done.resolve(response.statusCode ?? 0));
    response.on('error', () => done.resolve(0));
  });
  outgoing.on('error', () => done.resolve(0));
  outgoing.end(body);
  const status = await done.promise;
  received.requests += 1;
  if ((status >= 200 && status < 300) || status === 400 || status === 422) return;
  if (status === 429 || status === 503) received.rejected += 1;
  await pause(signal);
}

/** Sends as many requests as a connection may have in progress, without waiting for responses. */
async function sendPipelined(sending: Sending): Promise<void> {
  const { attacker, received, signal } = sending;
  const { hostname, port } = new URL(attacker.url);
  const socket = connect(Number(port), hostname);
  const closed = Promise.withResolvers<void>();
  socket.on('data', (part) => {
    received.bytes += part.length;
  });
  socket.on('error', () => undefined);
  socket.once('close', () => closed.resolve());
  const abort = () => socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  for (let n = 1; n <= PIPELINED_REQUESTS; n++) {
    const { method, path, headers, body = '' } = nextRequest(sending);
    const lines = Object.entries({
      host: 'x',
      ...headers,
      'content-length': String(Buffer.byteLength(body)),
      ...(n === PIPELINED_REQUESTS && { connection: 'close' }),
    }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    received.requests += 1;
  }
  await closed.promise;
  signal.removeEventListener('abort', abort);
  await pause(signal);
}

/** Opens a connection with several subscriptions, or an idle one with a key, which stays open until the signal aborts. */
async function subscribeOnce({ attacker, received, signal, nextNumber }: Sending): Promise<void> {
  const { url, address, subscription, apiKey, pattern } = attacker;
  const isIdle = pattern.transport === 'idle';
  const payload = { ...(isIdle && { authorization: `Bearer ${apiKey}` }), ...pattern.headers };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { 'x-forwarded-for': address },
  });
  const closed = Promise.withResolvers<void>();
  socket.on('error', () => undefined);
  socket.once('close', () => closed.resolve());
  const abort = () => socket.terminate();
  signal.addEventListener('abort', abort, { once: true });
  socket.on('message', (message: Buffer) => {
    received.bytes += message.length;
    if (isIdle || !String(message).includes('connection_ack')) return;
    for (let id = 0; id < SUBSCRIPTIONS_PER_CONNECTION; id++) {
      const query = subscription.replaceAll(FRESH_WORD, `q${nextNumber()}`);
      socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
      received.requests += 1;
    }
  });
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
  if (isIdle) received.requests += 1;
  await closed.promise;
  signal.removeEventListener('abort', abort);
  await pause(signal);
}

const pause = (signal: AbortSignal): Promise<unknown> =>
  sleep(PAUSE_AFTER_REJECTION_MS, undefined, { signal }).catch(() => undefined);
