import { expect, test } from '@jest/globals';
import { createRedact } from './redact.ts';

const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvgIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(4)}-----END PRIVATE KEY-----`;
const SECRETS = ['sk"with\\quotes', 'p(l)a[i]n.+*?^$|secret', 'canary/with=signs&more', btoa(PEM)];

/** Yields a fixed sequence of pseudo-random bytes. */
function* pseudoRandom(): Generator<number, never> {
  for (let seed = 42; ; seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) yield (seed >> 8) & 0xff;
}

const FORMS: readonly ((secret: string) => unknown)[] = [
  (secret) => secret,
  (secret) => ({ authorization: `Bearer ${secret}` }),
  (secret) => [`https://example.org/?token=${encodeURIComponent(secret)}&rest=1`],
  (secret) => `Basic ${btoa(secret)}`,
  (secret) => ({ [secret]: secret }),
  (secret) => `cut short: ${secret.slice(0, 9)}`,
  (secret) => JSON.stringify({ quoted: secret }),
];

test('redact: removes secrets in every encoding and at any depth, and leaves valid JSON', () => {
  const redact = createRedact(SECRETS);
  const next = pseudoRandom();
  for (let round = 0; round < 300; round++) {
    const secret = SECRETS[next.next().value % SECRETS.length] as string;
    let value = FORMS[next.next().value % FORMS.length]?.(secret);
    for (let depth = next.next().value % 4; depth > 0; depth--)
      value = next.next().value % 2 ? { [`k${depth}`]: value, other: depth } : ['x', value];
    const redacted = redact(`${JSON.stringify({ level: 30, value, msg: `failed for ${secret}` })}\n`);
    expect(JSON.parse(redacted)).toMatchObject({ level: 30 });
    for (const form of [
      secret,
      secret.slice(0, 9),
      secret.slice(4, -2),
      encodeURIComponent(secret),
      btoa(secret).slice(0, 12),
    ])
      expect(redacted).not.toContain(form);
  }
});

test('redact: removes the PEM of a private key that is configured in base64', () => {
  expect(createRedact(SECRETS)(JSON.stringify({ err: PEM }))).not.toContain('MIIEvg');
});

test('redact: removes unknown keys and tokens by their form', () => {
  const redact = createRedact([]);
  expect(redact(`tv_live_abcdefghijkl_${'x'.repeat(43)}_000000`)).toBe('tv_live_abcdefghijkl_[secret]');
  expect(redact('token=eyJhbGciOiJI.eyJzdWIiOiIx.abc-_9')).toBe('token=[secret]');
  expect(redact('Authorization: Bearer abcdefghij')).toBe('Authorization: Bearer [secret]');
});

test('redact: leaves short secrets and other text unchanged', () => {
  const line = '{"level":30,"msg":"a webhook delivery was rejected","reason":"expected a Bearer of signs"}';
  expect(createRedact(['a', 'web', ''])(line)).toBe(line);
});

test('redact: takes linear time for a text of beginnings of tokens', () => {
  const text = '-eyJ'.repeat(500_000);
  expect(createRedact([])(text)).toBe(text);
  expect(createRedact([])('token=eyJhbGciOiJI.eyJzdWIiOiIx.c2ln-x')).toBe('token=[secret]');
});
