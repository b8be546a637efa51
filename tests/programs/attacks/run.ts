/**
 * `npm run attacks` runs all attacks against a gateway in its own process. Attacks of one request run twice, because
 * the second response may come from a cache. For each attack it prints the response, the duration and the memory that
 * the gateway gained. `--only <part of a name>` selects attacks. Exits with 1 when the gateway fails a requirement,
 * gains more than 10 MB, or discloses a secret. Then it measures the worst known patterns of requests.
 *
 * `npm run attacks -- --seconds 600` searches instead for the pattern of requests that takes most from others.
 *   --seed 7          seed of the search; a random one by default
 *   --pattern 7-12.3  measures only the pattern with this seed, or a known one with this name; can be repeated
 */
import { randomInt } from 'node:crypto';
import { createGatewayProcess } from '../../support/gatewayProcess.ts';
import { PRODUCTION_DEADLINES, queryGateway, startStack } from '../../support/stack.ts';
import { residentBytes } from '../load/processFigures.ts';
import { readArguments, readPositive } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { formatTable, type Row } from '../load/table.ts';
import type { Attack, AttackResponse } from './attack.ts';
import { REQUEST_ATTACKS, SEQUENCE_ATTACKS } from './attacks.ts';
import { KNOWN_PATTERNS, runSearch, SEARCH_ADVICE } from './search/runSearch.ts';
import { findSecrets, readBundles, secretsOf } from './secrets.ts';

const MAX_MEMORY_GROWTH_MB = 10;
/** Slower responses are marked in the table; they are no failure. */
const SLOW_RESPONSE_MS = 110;
/** Memory can grow for other reasons: an attack over the limit is repeated this often. */
const MEMORY_RETRIES = 2;
const WARM_UP_REQUESTS = 150;
const ADVICE =
  'Run one attack with --only "<part of its name>". tests/programs/attacks/<subject>Suite.ts contains its requests.';

const { values } = readArguments({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    pattern: { type: 'string', multiple: true, default: [] as string[] },
  },
});
const { seed, seconds, pattern: patterns } = values;
if (seconds !== undefined || patterns.length > 0)
  end(
    await runSearch({
      seed,
      seconds: seconds === undefined ? 0 : readPositive('--seconds', seconds),
      patterns,
    }),
    SEARCH_ADVICE,
  );

const isSelected = ({ name }: Attack) => name.includes(values.only);
const requestAttacks = REQUEST_ATTACKS.filter(isSelected);
const sequenceAttacks = SEQUENCE_ATTACKS.filter(isSelected);
if (requestAttacks.length + sequenceAttacks.length === 0) {
  console.error(`expected --only to be a part of an attack's name, got ${values.only}`);
  process.exit(2);
}

const stack = await startStack({ env: { ...PRODUCTION_DEADLINES, CONSUME_CHANGES: 'off' } });
const logLines: string[] = [];
const responseTexts: string[] = [];
const gateway = await createGatewayProcess(
  { ...stack.env, LOG_LEVEL: 'debug' },
  { onLine: (line) => logLines.push(line) },
);
const failures: string[] = [];
try {
  await gateway.start();
  await warmUp();
  const rows: Row[] = [];
  for (const attack of requestAttacks) rows.push(await runRequestAttack(attack));
  console.log(formatTable(['attack', 'requirement', 'got', 'first ms', 'second ms', 'MB', ''], rows));
  const sequenceRows = await runSequenceAttacks();
  if (sequenceRows.length > 0)
    console.log(
      `\n${formatTable(['attack of several requests', 'requirement', 'ms', 'result'], sequenceRows)}`,
    );
  console.log(`\n${await searchForSecrets()}`);
} finally {
  await gateway.kill();
  await stack.close();
}
if (values.only === '')
  failures.push(...(await runSearch({ seed, seconds: 0, patterns: KNOWN_PATTERNS.map(({ seed }) => seed) })));
end(failures, ADVICE);

function end(failures: readonly string[], advice: string): never {
  console.log(summary(failures, advice));
  process.exit(failures.length === 0 ? 0 : 1);
}

async function runRequestAttack(attack: Attack): Promise<Row> {
  const first = await measure(attack);
  const second = await measure(attack);
  let growthMb = Math.max(first.growthMb, second.growthMb);
  for (let retry = 0; growthMb > MAX_MEMORY_GROWTH_MB && retry < MEMORY_RETRIES; retry++)
    growthMb = (await measure(attack)).growthMb;
  const fault =
    first.fault ??
    second.fault ??
    (growthMb > MAX_MEMORY_GROWTH_MB
      ? `expected memory growth of at most ${MAX_MEMORY_GROWTH_MB} MB, got ${growthMb.toFixed(1)}`
      : undefined);
  if (fault) failures.push(`${attack.name}: ${fault}`);
  const { status, code } = first.response;
  const [firstMs, secondMs] = [first, second].map(({ response }) => Math.round(response.durationMs)) as [
    number,
    number,
  ];
  return [
    attack.name,
    attack.requirement,
    `${status} ${code ?? ''}`.trim(),
    firstMs,
    secondMs,
    Number(growthMb.toFixed(1)),
    fault ? 'failed' : secondMs > SLOW_RESPONSE_MS ? 'slow' : '',
  ];
}

/** Runs an attack of one request. The memory growth is 0 where the system does not report memory. */
async function measure(attack: Attack) {
  const pid = gateway.pid as number;
  const before = residentBytes(pid) ?? 0;
  const responses: AttackResponse[] = [];
  const onResponse = (response: AttackResponse) => responses.push(response);
  const fault = await attack.run({ url: gateway.url, stack, onResponse });
  const growthMb = Math.max(0, ((residentBytes(pid) ?? 0) - before) / 1024 / 1024);
  const response = responses[0] as AttackResponse;
  responseTexts.push(response.text);
  return { fault, response, growthMb };
}

/** Runs the attacks of several requests at the same time, and the exclusive ones one after another. */
async function runSequenceAttacks(): Promise<Row[]> {
  const isAppBuilt = (await fetch(`${gateway.url}/`)).ok;
  const run = (attack: Attack) => runSequenceAttack(attack, isAppBuilt);
  const rows = await Promise.all(sequenceAttacks.filter(({ isExclusive }) => !isExclusive).map(run));
  for (const attack of sequenceAttacks.filter(({ isExclusive }) => isExclusive)) rows.push(await run(attack));
  return rows;
}

async function runSequenceAttack(attack: Attack, isAppBuilt: boolean): Promise<Row> {
  const { name, requirement } = attack;
  if (attack.needsBuiltApp && !isAppBuilt) return [name, requirement, 0, 'skipped: run npm run build first'];
  const startedAt = performance.now();
  const fault = await attack
    .run({ url: gateway.url, stack })
    .catch((error: Error) => `expected the attack to run to its end, got ${error.message}`);
  if (fault) failures.push(`${name}: ${fault}`);
  return [name, requirement, Math.round(performance.now() - startedAt), fault ?? 'passed'];
}

async function warmUp(): Promise<void> {
  for (let n = 0; n < WARM_UP_REQUESTS; n++)
    await queryGateway(
      gateway.url,
      `{ a${n}: films(first: 20) { totalCount nodes { title topics { title } video { duration } } } search(query: "wave ${n}") { totalCount } }`,
    );
}

/** Searches all responses, the debug log and the bundles for secrets of the environment. */
async function searchForSecrets(): Promise<string> {
  for (const path of ['/', '/films/lorenz', '/explorer/', '/metrics', '/schema.graphql', '/health/ready'])
    responseTexts.push(await (await fetch(`${gateway.url}${path}`)).text());
  const tokens = await requestPlaybackTokens();
  if (tokens.length === 0) failures.push('secrets: expected a signed video with tokens, got none');
  const loggedTokens = findSecrets(logLines, new Map(tokens.map((token) => ['a playback token', token])));
  for (const name of loggedTokens) failures.push(`secrets: expected none in the log, got ${name}`);
  const secrets = secretsOf(stack.env);
  const places = { responses: responseTexts, 'lines of the log': logLines, bundles: readBundles() };
  return Object.entries(places)
    .map(([place, texts]) => {
      const found = findSecrets(texts, secrets);
      for (const name of found) failures.push(`secrets: expected none in ${place}, got ${name}`);
      return `secrets in ${texts.length} ${place}: ${found.join(', ') || 'none'}`;
    })
    .join('\n');
}

/** Returns the tokens of signed videos. The media provider fails meanwhile, so that the gateway logs its errors. */
async function requestPlaybackTokens(): Promise<string[]> {
  await stack.setFaults('media', [{ kind: 'status', status: 500, path: '/text/' }]);
  const { data } = await queryGateway(
    gateway.url,
    '{ films(first: 100) { nodes { video { playback { hlsUrl posterUrl } tracks { src } transcript(language: "en") { text } } } } }',
  );
  await stack.setFaults('media');
  return [...JSON.stringify(data).matchAll(/token=([\w.-]{20,})/g)].map(([, token]) => token as string);
}
