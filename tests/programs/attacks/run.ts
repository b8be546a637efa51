/**
 * `npm run attacks` sends every attack there is to a gateway in a process of its own, each the first time and the second,
 * and tells what each got, how long it took and how much memory it cost. `--only <part of a name>` sends some.
 * Ends with 1 when one was let through, cost more than 10 MB, or brought a secret to light.
 */
import { parseArgs } from 'node:util';
import { createSubject } from '../../support/convergence/gatewayProcess.ts';
import { askGraph, openHouse } from '../../support/stack.ts';
import { residentBytes } from '../load/processFigures.ts';
import { type Row, tableOf } from '../load/table.ts';
import type { Campaign } from './attack.ts';
import { ATTACKS, type Attack } from './attacks.ts';
import { bundles, secretsIn, secretsOf } from './secrets.ts';
import { type Sent, send, wrongWith } from './send.ts';
import { CAMPAIGNS } from './suites.ts';

/** Megabytes that one attack may cost, and milliseconds above which it is pointed at. */
const MOST_MEMORY = 10;
const SLOW = 110;
/** Times that an attack is sent again where memory grew, which may have been for another reason. */
const DOUBTS = 2;
/** Questions that warm a gateway up. */
const WARM_UP = 150;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const isMeant = ({ name }: { name: string }) => name.includes(values.only);
const attacks = ATTACKS.filter(isMeant);
const campaigns = CAMPAIGNS.filter(isMeant);
if (attacks.length + campaigns.length === 0) {
  console.error(`expected --only to be a part of an attack's name, got ${values.only}`);
  process.exit(2);
}

const house = await openHouse({ env: { CONSUME_CHANGES: 'off' } });
const logged: string[] = [];
const seen: string[] = [];
const subject = await createSubject(
  { ...house.env, LOG_LEVEL: 'debug' },
  { onLine: (line) => logged.push(line) },
);
const broken: string[] = [];
try {
  await subject.start();
  const { pid, url } = subject as { pid: number; url: string };
  await warmUp(url);
  const rows: Row[] = [];
  for (const attack of attacks) rows.push(await attacked(attack, url, pid));
  console.log(tableOf(['attack', 'status', 'code', 'first ms', 'second ms', 'MB', ''], rows));

  const isBuilt = (await fetch(`${url}/`)).ok;
  const target = { url, house };
  const fight = (campaign: Campaign) => fought(campaign, () => campaign.run(target), isBuilt);
  const further = await Promise.all(campaigns.filter(({ isAlone }) => !isAlone).map(fight));
  for (const campaign of campaigns.filter(({ isAlone }) => isAlone)) further.push(await fight(campaign));
  if (further.length > 0)
    console.log(`\n${tableOf(['attack of several requests', 'ms', 'came to'], further)}`);
  console.log(`\n${await secrets(url)}`);
} finally {
  await subject.kill();
  await house.close();
}
console.log(
  broken.length === 0
    ? '\nall came to nothing'
    : `\nbroken:\n${broken.map((fault) => `  ${fault}`).join('\n')}`,
);
process.exit(broken.length === 0 ? 0 : 1);

async function attacked(attack: Attack, url: string, pid: number): Promise<Row> {
  const first = await measured(attack, url, pid);
  const second = await measured(attack, url, pid);
  let grown = Math.max(first.grown, second.grown);
  for (let doubt = 0; grown > MOST_MEMORY && doubt < DOUBTS; doubt++)
    grown = (await measured(attack, url, pid)).grown;
  const fault =
    wrongWith(attack, first.sent) ??
    wrongWith(attack, second.sent) ??
    (grown > MOST_MEMORY ? `expected at most ${MOST_MEMORY} MB, got ${grown.toFixed(1)}` : undefined);
  if (fault) broken.push(`${attack.name}: ${fault}`);
  const times = [first, second].map(({ sent }) => Math.round(sent.milliseconds)) as [number, number];
  const note = fault ?? (times[1] > SLOW ? 'slow' : '');
  return [
    attack.name,
    first.sent.status,
    String(first.sent.code ?? ''),
    ...times,
    Number(grown.toFixed(1)),
    note,
  ];
}

/** @returns with it how many megabytes the process has grown by; 0 where the system does not tell */
async function measured(attack: Attack, url: string, pid: number): Promise<{ sent: Sent; grown: number }> {
  const before = residentBytes(pid) ?? 0;
  const sent = await send(url, attack);
  seen.push(sent.text);
  return { sent, grown: Math.max(0, ((residentBytes(pid) ?? 0) - before) / 1024 / 1024) };
}

async function fought(campaign: Campaign, run: Campaign['run'], isBuilt: boolean): Promise<Row> {
  if (campaign.ofPages && !isBuilt) return [campaign.name, 0, 'not tried: npm run build builds the pages'];
  const begun = performance.now();
  const fault = await run({ url: subject.url, house }).catch((error: Error) => `ended in ${error.message}`);
  if (fault) broken.push(`${campaign.name}: ${fault}`);
  return [campaign.name, Math.round(performance.now() - begun), fault ?? 'nothing'];
}

async function warmUp(url: string): Promise<void> {
  for (let n = 0; n < WARM_UP; n++)
    await askGraph(
      url,
      `{ a${n}: films(first: 20) { totalCount nodes { title topics { title } video { duration } } } search(query: "wave ${n}") { totalCount } }`,
    );
}

/** Looks for the secrets of the environment in all that was answered, in the log at its most talkative, and in bundles. */
async function secrets(url: string): Promise<string> {
  for (const path of ['/', '/films/lorenz', '/explorer/', '/metrics', '/schema.graphql', '/health/ready'])
    seen.push(await (await fetch(`${url}${path}`)).text());
  const tokens = await playbackTokens(url);
  if (tokens.length === 0) broken.push('expected a signed film, by which to look for its tokens');
  const told = secretsIn(logged, new Map(tokens.map((token) => ['a film’s token', token])));
  for (const name of told) broken.push(`${name} stands in the log`);
  const known = secretsOf(house.env);
  const places = { answers: seen, log: logged, bundles: bundles() };
  return Object.entries(places)
    .map(([place, texts]) => {
      const found = secretsIn(texts, known);
      for (const name of found) broken.push(`${name} stands in the ${place}`);
      return `secrets in ${texts.length} ${place === 'log' ? 'lines of the log' : place}: ${found.join(', ') || 'none'}`;
    })
    .join('\n');
}

/** The tokens of signed films, after the library has failed at what they open. */
async function playbackTokens(url: string): Promise<string[]> {
  await house.faults('media', [{ kind: 'status', status: 500, path: '/text/' }]);
  const { data } = await askGraph(
    url,
    '{ films(first: 100) { nodes { video { playback { hlsUrl posterUrl } tracks { src } transcript(language: "en") { text } } } } }',
  );
  await house.faults('media');
  return [...JSON.stringify(data).matchAll(/token=([\w.-]{20,})/g)].map(([, token]) => token as string);
}
