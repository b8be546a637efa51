import { expect, test } from '@jest/globals';
import { createRedact } from './redact.ts';

const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvgIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(4)}-----END PRIVATE KEY-----`;
const SECRETS = ['sk"with\\quotes', 'p(l)a[i]n.+*?^$|secret', 'canary/with=signs&more', btoa(PEM)];

/** Small numbers in an order that is the same every time. */
function* chance(): Generator<number, never> {
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

test('no secret stays in a line, in whatever form and however deep it stands, and the line stays JSON', () => {
  const mask = createRedact(SECRETS);
  const next = chance();
  for (let round = 0; round < 300; round++) {
    const secret = SECRETS[next.next().value % SECRETS.length] as string;
    let value = FORMS[next.next().value % FORMS.length]?.(secret);
    for (let depth = next.next().value % 4; depth > 0; depth--)
      value = next.next().value % 2 ? { [`k${depth}`]: value, other: depth } : ['x', value];
    const masked = mask(`${JSON.stringify({ level: 30, value, msg: `failed for ${secret}` })}\n`);
    expect(JSON.parse(masked)).toMatchObject({ level: 30 });
    for (const form of [
      secret,
      secret.slice(0, 9),
      secret.slice(4, -2),
      encodeURIComponent(secret),
      btoa(secret).slice(0, 12),
    ])
      expect(masked).not.toContain(form);
  }
});

test('a private key is found as the PEM that its base64 is', () => {
  expect(createRedact(SECRETS)(JSON.stringify({ err: PEM }))).not.toContain('MIIEvg');
});

test('keys and tokens that no configuration knows are found by their shape', () => {
  const mask = createRedact([]);
  expect(mask(`tv_live_abcdefghijkl_${'x'.repeat(43)}_000000`)).toBe('tv_live_abcdefghijkl_[secret]');
  expect(mask('token=eyJhbGciOiJI.eyJzdWIiOiIx.abc-_9')).toBe('token=[secret]');
  expect(mask('Authorization: Bearer abcdefghij')).toBe('Authorization: Bearer [secret]');
});

test('what is too short to be told from other words is left alone, and so is everything else', () => {
  const line = '{"level":30,"msg":"a webhook was refused","reason":"expected a Bearer of news"}';
  expect(createRedact(['a', 'web', ''])(line)).toBe(line);
});
