import { createHmac } from 'node:crypto';
import type { Random } from '../../../reference/generator/random.ts';
import { rawExchange } from '../connections/rawExchange.ts';
import type { FuzzTarget } from '../fuzzTarget.ts';
import { hostileText, hostileValue, mutate } from '../values/hostileValues.ts';
import { toBytes } from '../values/httpRequests.ts';
import { mutateText } from '../values/mutateText.ts';
import { responseFailures } from './responseFailures.ts';

const RESPONSE_TIMEOUT_MS = 15_000;
const MINUTE_MS = 60_000;

type Source = 'content' | 'media' | 'sync-tags';

const BODIES: Readonly<Record<Source, readonly object[]>> = {
  content: [
    { _id: 'film-lorenz', _type: 'film', _rev: 'x', _updatedAt: '2026-01-01T00:00:00Z', title: 'x' },
    { _id: 'film-lorenz', _type: 'film', operation: 'delete' },
    { _id: 'drafts.film-lorenz', _type: 'film' },
    { _id: 'topic-chaos', _type: 'topic', slug: { current: 'chaos' } },
    { _id: 'x', _type: 'sanity.imageAsset' },
  ],
  media: [
    {
      id: 'e1',
      type: 'video.asset.ready',
      data: { id: 'x', status: 'ready' },
      object: { type: 'asset', id: 'x' },
    },
    { id: 'e2', type: 'video.asset.deleted', data: { id: 'x' }, object: { type: 'asset', id: 'x' } },
    {
      id: 'e3',
      type: 'video.asset.track.ready',
      data: { asset_id: 'x', id: 't' },
      object: { type: 'track', id: 't' },
    },
    { id: 'e4', type: 'video.upload.created', data: {}, object: {} },
  ],
  'sync-tags': [{ syncTags: ['s1:a', 's1:b'] }, { syncTags: [] }, { syncTags: ['type:film', '~', '*'] }],
};
const TEXTS = [
  '',
  'null',
  '[]',
  '5',
  '"x"',
  '{',
  '{"_id":"a","_id":"b"}',
  '\ufeff{}',
  '{"a":1e999}',
  '{"__proto__":{"_id":"x"}}',
  '{"_id":"film-lorenz","_type":"constructor"}',
  '{"_id":"\\ud800","_type":"film"}',
];
const TOKENS = [
  '"_id":',
  '"_type":',
  '"__proto__"',
  'null',
  '"drafts.',
  'video.asset.',
  '[',
  ']',
  '\\u0000',
  '\\ud800',
  '1e999',
  '..',
  '*',
];
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  ['sanity-operation', ['delete', 'create', 'x', '']],
  ['sanity-document-id', ['film-lorenz', 'drafts.x', '../x', '*', 'x'.repeat(5_000)]],
  ['sanity-dataset', ['production', 'other', '']],
  ['sanity-transaction-time', ['2026-01-01T00:00:00Z', 'x', '+275760-09-13T00:00:00.001Z', '-1']],
  ['sanity-transaction-id', ['x']],
  ['idempotency-key', ['x', '__proto__']],
  ['content-type', ['application/json', 'text/plain', '', ';;', 'application/json; charset=utf-16']],
  ['content-encoding', ['gzip', 'x']],
  ['expect', ['100-continue']],
];

/** A delivery; its signature depends on the time at which it is sent. */
interface Delivery {
  readonly source: Source;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Text in place of the correct signature. */
  readonly forgedSignature?: string | undefined;
  /** Milliseconds by which the signature is old. */
  readonly ageMs: number;
}

/** Deliveries of the providers, mostly with a valid signature. Their effects are processed after the response. */
export const webhooks: FuzzTarget = {
  name: 'webhooks',
  async open(gateways) {
    const { env } = await gateways.stack();
    const gateway = await gateways.cached();
    const { SANITY_WEBHOOK_SECRET: content = '', MUX_WEBHOOK_SECRET: media = '' } = env;
    const secrets = { content, media, 'sync-tags': content };
    return {
      async run(random) {
        const input = hostileDelivery(random);
        await gateway.observe(async () => {
          const request = write(input, sign(input, secrets[input.source]));
          const { text, isClosed } = await rawExchange(gateway.url, [request], RESPONSE_TIMEOUT_MS);
          if (text === '' && !isClosed) return ['expected a response to a delivery, got none'];
          return responseFailures(text);
        });
        return { input, failures: await gateway.takeFailures() };
      },
      finish: async () => gateway.memoryFailures(),
      close: async () => undefined,
    };
  },
};

function hostileDelivery(random: Random): Delivery {
  const source = random.pick<Source>(['content', 'media', 'sync-tags']);
  const headers = Array.from({ length: random.integer(0, 3) }, () => {
    const [name, values] = random.pick(HEADERS);
    return [name, random.pick(values)] as const;
  });
  return {
    source,
    body: hostileBody(random, source),
    headers,
    forgedSignature: random.boolean(0.2) ? forgedSignature(random) : undefined,
    ageMs: random.boolean(0.9) ? 0 : random.pick([-2 * MINUTE_MS, 10 * MINUTE_MS, 1e15]),
  };
}

function hostileBody(random: Random, source: Source): string {
  if (random.boolean(0.15)) return random.pick(TEXTS);
  if (random.boolean(0.1)) return JSON.stringify(hostileValue(random));
  const body = structuredClone(random.pick(BODIES[source])) as Record<string, unknown>;
  if (random.boolean(0.5))
    body[random.pick(Object.keys(body))] = random.boolean(0.5) ? hostileText(random) : hostileValue(random);
  mutate(random, body, 0.1);
  // Mux's events have unique ids; the inbox skips those that it knows.
  if (source === 'media' && random.boolean(0.9)) body.id = `e${random.integer(0, 1_000_000)}`;
  const text = JSON.stringify(body);
  return random.boolean(0.2) ? mutateText(random, text, TOKENS) : text;
}

const forgedSignature = (random: Random): string =>
  mutateText(
    random,
    `t=${random.pick(['1776070800', '1776070800000', '0', '99999999999999999999'])},v1=${'0'.repeat(64)}`,
    [',', 't=', 'v1=', ' ', 'v1=,', '=', ';'],
  ).replace(/[\0\r\n]/g, ' ');

function sign({ source, body, ageMs, forgedSignature }: Delivery, secret: string): [string, string] {
  const name = source === 'media' ? 'mux-signature' : 'sanity-webhook-signature';
  if (forgedSignature !== undefined) return [name, toBytes(forgedSignature)];
  const time = Math.max(0, source === 'media' ? Math.floor((Date.now() - ageMs) / 1000) : Date.now() - ageMs);
  const digest = createHmac('sha256', secret)
    .update(`${time}.${body.toWellFormed()}`)
    .digest(source === 'media' ? 'hex' : 'base64url');
  return [name, `t=${time},v1=${digest}`];
}

function write({ source, body, headers }: Delivery, signature: readonly [string, string]): string {
  const bytes = toBytes(body);
  const lines = [['host', 'x'], ['content-length', String(bytes.length)], signature, ...headers];
  return `POST /webhooks/${source} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${bytes}`;
}
