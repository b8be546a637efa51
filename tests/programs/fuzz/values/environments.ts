import type { Random } from '../../../reference/generator/random.ts';
import { hostileText } from './hostileValues.ts';
import { mutateText } from './mutateText.ts';

/** Variables that `.env.example` leaves empty or to the system. */
const MORE_NAMES = [
  'NODE_ENV',
  'HOST',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_BSP_SCHEDULE_DELAY',
];
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '00',
  '5 ',
  '1e9',
  '0x10',
  '65536',
  '999999999',
  '99999999999999999999',
  'NaN',
  'on',
  'off',
  'ON',
  'production',
  'true',
  '1/1',
  '0/0',
  '999999999/999999999',
  'search.key=1/1,content.total=off',
  'anonymous=',
  ',',
  '=',
  'a=b,c=d',
  'a=%zz,b=%00%0a',
  'editor=read:drafts+index:write',
  'editor=x',
  'http://',
  'http://[',
  'http://a b',
  'http://user:hunter22@example.org',
  'http://example.org?token=hunter22',
  'https://example.org/a/b///',
  'http://xn--\u0000',
  'redis://:hunter22%zz@localhost',
  'redis://:hunter22@localhost:99999',
  'redis://[::1]:6379/0',
  'redis:hunter22',
  '10.0.0.0/8,fd00::/8',
  '0.0.0.0/99',
  '::',
  '[::1]',
  '127.0.0.1 ',
  'a b',
  'localhost/x',
  '-----BEGIN PRIVATE KEY-----\nhunter22\n-----END PRIVATE KEY-----',
  'LS0tLS1CRUdJTg==',
  'hunter22\u0001',
  '\u00e9hunter22',
  '../../x',
  '/dev/null',
  '\u0000',
  'always_on',
  'traceidratio',
  'de,en',
  'constructor',
  '__proto__',
];
const TOKENS = ['=', '"', "'", '`', '#', '\n', '$PORT', 'export ', 'PORT=', '\r\n', '\\n', '%zz', 'hunter22'];

/**
 * Returns the text of an `.env` file with hostile values.
 * @param example variables with valid values
 */
export function hostileEnvironment(random: Random, example: Readonly<Record<string, string>>): string {
  const names = [...Object.keys(example), ...MORE_NAMES];
  const variables: Record<string, string> = { ...example };
  for (let left = random.integer(0, 6); left > 0; left--) {
    const name = random.pick(names);
    variables[name] = hostileSetting(random, variables[name] ?? '');
  }
  for (let left = random.pick([0, 0, 1, 5]); left > 0; left--) delete variables[random.pick(names)];
  const text = Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(random, value)}\n`)
    .join('');
  return random.boolean(0.2) ? mutateText(random, text, TOKENS) : text;
}

function hostileSetting(random: Random, value: string): string {
  if (random.boolean(0.6)) return random.pick(VALUES);
  return random.boolean(0.7) ? mutateText(random, value, [...TOKENS, ...VALUES]) : hostileText(random);
}

const quoted = (random: Random, value: string): string => {
  const quote = value.includes('\n') ? '"' : random.pick(['', '', '"', "'", '`']);
  return `${quote}${value}${quote}`;
};
