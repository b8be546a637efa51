import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { ROOT } from '../../support/stack.ts';

/** Milliseconds: a first start builds both sites. */
const PATIENCE = 90_000;

interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  said(): string;
}

const started: Started[] = [];
afterEach(async () => {
  for (const one of started) one.process.kill('SIGTERM');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});

/** An environment on ports of its own, without any account. */
async function environment(): Promise<Record<string, string>> {
  const names = ['PORT', 'EMULATOR_CONTENT_PORT', 'EMULATOR_MEDIA_PORT', 'EMULATOR_SEARCH_PORT'];
  const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())] as const));
  const own = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(SANITY|MUX|ALGOLIA|EMULATOR)_|^PORT$|^NODE_ENV$/.test(name),
  );
  return { ...Object.fromEntries(own as [string, string][]), ...Object.fromEntries(ports) };
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, ['gateway/cli/start.ts'], { cwd: ROOT, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const one: Started = {
    process: child,
    ended: new Promise((done) => child.once('close', done)),
    said: () => said,
  };
  started.push(one);
  return one;
}

/** Waits for words in the output of a process. */
async function untilSaid(one: Started, words: string): Promise<void> {
  const check = () => expect(one.said()).toContain(words);
  await Promise.race([eventually(check, PATIENCE), one.ended.then(check)]);
}

const isListening = (port: string | undefined): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );

async function ask(port: string | undefined, query: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  return (await answer.json()) as any;
}

describe('npm start', () => {
  test(
    'runs everything, outlives an emulator, and leaves nothing behind',
    async () => {
      const env = await environment();
      const all = start(env);
      await untilSaid(all, 'Ctrl-C ends it');
      const ports = ['PORT', 'EMULATOR_CONTENT_PORT', 'EMULATOR_MEDIA_PORT', 'EMULATOR_SEARCH_PORT'].map(
        (name) => env[name],
      );
      for (const port of ports) expect(all.said()).toContain(`http://127.0.0.1:${port}`);
      const query = '{ films(first: 1) { nodes { title } } search(query: "wave") { totalCount } }';
      const whole = await ask(env.PORT, query);
      expect(whole.errors).toBeUndefined();
      expect(whole.data.search.totalCount).toBeGreaterThan(0);

      killEmulator(all, 'search');
      await untilSaid(all, 'the search emulator was ended by SIGKILL');
      // What was asked before is still known.
      expect(await ask(env.PORT, query)).toEqual(whole);
      const partial = await ask(env.PORT, query.replace('wave', 'chaos'));
      expect(partial.data.films.nodes).toHaveLength(1);
      expect(partial.extensions).toEqual({ fallback: { search: 'content' } });

      all.process.kill('SIGINT');
      expect(await all.ended).toBe(0);
      for (const port of ports) expect(await isListening(port)).toBe(false);
      expect(all.said()).not.toMatch(/the (content|media) emulator (was )?ended/);
    },
    PATIENCE,
  );

  test(
    'says which variable to change when a port is taken, and starts nothing',
    async () => {
      const env = await environment();
      const other = createServer((_request, response) => response.end('something else'));
      await new Promise<void>((done) => other.listen(Number(env.EMULATOR_MEDIA_PORT), '127.0.0.1', done));
      try {
        const all = start(env);
        expect(await all.ended).toBe(1);
        expect(all.said()).toContain(
          `port ${env.EMULATOR_MEDIA_PORT} is taken; free it, or set EMULATOR_MEDIA_PORT`,
        );
        expect(await isListening(env.EMULATOR_CONTENT_PORT)).toBe(false);
      } finally {
        await new Promise((done) => other.close(done));
      }
    },
    PATIENCE,
  );

  test('lists every missing name in a production run, and starts no emulator', async () => {
    const env = await environment();
    const all = start({ ...env, NODE_ENV: 'production' });
    expect(await all.ended).toBe(1);
    for (const name of ['SANITY_PROJECT_ID', 'MUX_TOKEN_ID', 'ALGOLIA_APP_ID'])
      expect(all.said()).toContain(`${name} is missing`);
    for (const port of [env.EMULATOR_CONTENT_PORT, env.EMULATOR_MEDIA_PORT, env.EMULATOR_SEARCH_PORT])
      expect(await isListening(port)).toBe(false);
  });
});

/** Ends an emulator as the machine would when it runs out of memory. */
function killEmulator(all: Started, name: string): void {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const emulator = processes
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find(
      (found) =>
        Number(found?.[2]) === all.process.pid && found?.[3]?.includes(`gateway/emulators/${name}/main`),
    );
  process.kill(Number(emulator?.[1]), 'SIGKILL');
}
