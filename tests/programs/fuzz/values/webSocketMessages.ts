import type { Random } from '../../../reference/generator/random.ts';
import { type ClientFrame, encodeFrame, handshake } from '../connections/webSocketFrames.ts';
import { hostileGraphqlBody } from './graphqlRequests.ts';
import { hostileText, hostileValue, mutate } from './hostileValues.ts';
import { toBytes } from './httpRequests.ts';
import { mutateText } from './mutateText.ts';

const TEXT = 1;
const OPCODES = [0, 1, 2, 3, 7, 8, 9, 10, 11, 15];
const PATHS = [
  '/graphql',
  '/graphql',
  '/graphql',
  '/graphql?x=%zz',
  '/',
  '/graphql/',
  '//graphql',
  '*',
  '/films',
];
const HANDSHAKE_HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    'sec-websocket-protocol',
    [
      'graphql-ws',
      '',
      ',',
      'graphql-transport-ws, graphql-transport-ws',
      'x, graphql-transport-ws',
      '__proto__',
      'x'.repeat(2_000),
    ],
  ],
  ['sec-websocket-version', ['8', '0', '13, 8', 'x', '']],
  ['sec-websocket-key', ['', 'x', 'x'.repeat(500)]],
  [
    'sec-websocket-extensions',
    ['permessage-deflate', 'permessage-deflate; client_max_window_bits=99', ';;', 'x'.repeat(2_000)],
  ],
  ['upgrade', ['WebSocket', 'websocket, h2c', 'h2c', '']],
  ['connection', ['upgrade, keep-alive', 'close', '']],
  ['origin', ['null', 'https://evil.example', '\xff']],
  ['authorization', ['Bearer x', 'Bearer a.b.c', '']],
  ['x-api-key', ['x', '']],
  ['content-length', ['5', '-1']],
  ['transfer-encoding', ['chunked']],
];
const CLOSE_PAYLOADS = [
  '',
  '\x03',
  '\x03\xe8',
  '\x03\xed',
  '\x0f\xa0bye',
  '\x00\x00',
  '\xff\xff',
  '\x03\xe8\xff\xfe',
];
const DECLARED_LENGTHS = [0, 1, 126, 65_536, 200_000, 2 ** 31, 2 ** 53 - 1];
const CONNECTION_PARAMS: readonly unknown[] = [
  undefined,
  null,
  {},
  [],
  'x',
  { authorization: 'Bearer x' },
  { Authorization: 5 },
  { 'x-api-key': 'x'.repeat(50_000) },
  { 'x-perspective': 'drafts' },
  { 'x-perspective': { a: 1 } },
  { authorization: 'Bearer \u0000\ud800' },
  { constructor: {}, toString: 1 },
];
const IDS: readonly unknown[] = [
  'a',
  'b',
  'a',
  '',
  '__proto__',
  'constructor',
  'x'.repeat(50_000),
  '\ud800',
  5,
  null,
  {},
  ['a'],
];
const MESSAGE_TOKENS = [
  '"type":',
  '"id":',
  'null',
  '"__proto__":',
  '{}',
  '[',
  ']',
  '\\u0000',
  '"subscribe"',
  '"complete"',
  '"connection_init"',
  '1e999',
];

/** Returns the bytes of one WebSocket connection: its handshake, and its frames. */
export function hostileWebSocket(random: Random): string[] {
  const isPlain = random.boolean(0.8);
  const headers = isPlain ? {} : Object.fromEntries(pickHeaders(random));
  const open = handshake(isPlain ? '/graphql' : random.pick(PATHS), headers);
  const messages = hostileMessages(random);
  return [open, ...messages.map((message) => hostileFrames(random, message))];
}

const pickHeaders = (random: Random): [string, string][] =>
  Array.from({ length: random.integer(1, 3) }, () => {
    const [name, values] = random.pick(HANDSHAKE_HEADERS);
    return [name, random.pick(values)];
  });

/** Returns graphql-transport-ws messages, often out of order or malformed. */
function hostileMessages(random: Random): string[] {
  const opening = random.boolean(0.8) ? [JSON.stringify({ type: 'connection_init' })] : [];
  const hostileMessages = Array.from({ length: random.integer(1, 8) }, () => hostileMessage(random));
  const repeated = random.boolean(0.05)
    ? Array.from({ length: 300 }, () => hostileMessages[0] as string)
    : [];
  return [...opening, ...hostileMessages, ...repeated];
}

function hostileMessage(random: Random): string {
  const id = random.boolean(0.8) ? random.pick(['a', 'b', 'c', 'd']) : random.pick(IDS);
  const message = structuredClone(messageOf(random, id));
  if (random.boolean(0.1)) mutate(random, message, 0.3);
  const text = JSON.stringify(message);
  return random.boolean(0.15) ? mutateText(random, text, MESSAGE_TOKENS) : text;
}

function messageOf(random: Random, id: unknown): object {
  switch (random.integer(0, 8)) {
    case 0:
      return { type: 'connection_init', payload: random.pick(CONNECTION_PARAMS) };
    case 1:
      return { type: random.pick(['ping', 'pong']), payload: hostileValue(random) };
    case 2:
      return { type: 'complete', id };
    case 3:
      return {
        type: random.pick(['next', 'error', 'connection_ack', 'start', 'stop', '', '__proto__']),
        id,
        payload: hostileValue(random),
      };
    case 4:
      return {
        type: 'subscribe',
        id,
        payload: { query: 'subscription { contentChanged { documentId node { id } } }' },
      };
    default:
      return { type: 'subscribe', id, payload: hostileGraphqlBody(random) };
  }
}

/** Encodes a message as one frame or several, and adds frames that the protocol allows or forbids. */
function hostileFrames(random: Random, message: string): string {
  const payload = toBytes(message);
  if (random.boolean(0.06)) return encodeFrame(hostileFrame(random, payload));
  if (random.boolean(0.1)) return fragments(random, payload);
  const frame = encodeFrame({ opcode: TEXT, isFinal: true, reserved: 0, isMasked: true, payload });
  const control = { isFinal: true, reserved: 0, isMasked: true };
  if (random.boolean(0.05)) return encodeFrame({ ...control, opcode: 9, payload: 'ping' }) + frame;
  if (random.boolean(0.02))
    return encodeFrame({ ...control, opcode: 8, payload: random.pick(CLOSE_PAYLOADS) }) + frame;
  return frame;
}

const hostileFrame = (random: Random, payload: string): ClientFrame => ({
  opcode: random.pick(OPCODES),
  isFinal: random.boolean(0.7),
  reserved: random.boolean(0.7) ? 0 : random.integer(1, 7),
  isMasked: random.boolean(0.8),
  payload: random.boolean(0.5) ? payload : toBytes(hostileText(random)),
  ...(random.boolean(0.3) && { declaredLength: random.pick(DECLARED_LENGTHS) }),
});

function fragments(random: Random, payload: string): string {
  const size = random.pick([0, 1, 10, 1_000]);
  const shown = payload.slice(0, size === 1 ? 300 : payload.length);
  const parts = size === 0 ? ['', shown, ''] : (shown.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? ['']);
  return parts
    .map((part, i) =>
      encodeFrame({
        opcode: i === 0 ? TEXT : 0,
        isFinal: i === parts.length - 1,
        reserved: 0,
        isMasked: true,
        payload: part,
      }),
    )
    .join('');
}
