import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.ts';
import { HEAP_FLAGS } from '../../support/gatewayProcess.ts';
import { ROOT } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

/** A first start builds the app and the explorer. */
const START_TIMEOUT_MS = 240_000;
/** Before the output, `npm start` builds the app and the explorer, and starts processes. */
const OUTPUT_WITHIN_MS = START_TIMEOUT_MS / 2;

interface StartedProcess {
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;
  output(): string;
}

const started: StartedProcess[] = [];
afterEach(async () => {
  for (const { process: child } of started) child.kill('SIGTERM');
  await Promise.all(started.splice(0).map(({ exitCode }) => exitCode));
});

/** Returns an environment with free ports and without credentials. */
async function environment(): Promise<Record<string, string>> {
  const own = Object.entries(process.env).filter(
    ([name, value]) => value !== undefined && !/^(SANITY|MUX|ALGOLIA|EMULATOR)_|^PORT$|^NODE_ENV$/.test(name),
  );
  const ports = { PORT: String(await freePort()), EMULATOR_PORT: String(await freePort(3)) };
  return { ...Object.fromEntries(own as [string, string][]), ...ports };
}

/** Returns the ports of the emulators. */
const emulatorPorts = (env: Record<string, string>) => [0, 1, 2].map((i) => Number(env.EMULATOR_PORT) + i);

function start(env: Record<string, string>): StartedProcess {
  const child = spawn(process.execPath, [...HEAP_FLAGS, 'gateway/cli/trivium.ts', 'start'], {
    cwd: ROOT,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const startedProcess: StartedProcess = {
    process: child,
    exitCode: new Promise((resolve) => child.once('close', resolve)),
    output: () => output,
  };
  started.push(startedProcess);
  return startedProcess;
}

/** Waits until a process has written a text, or has exited. */
async function waitForOutput({ output, exitCode }: StartedProcess, text: string): Promise<void> {
  const check = () => expect(output()).toContain(text);
  await Promise.race([within(OUTPUT_WITHIN_MS, check), exitCode.then(check)]);
}

const isListening = (port: number | string | undefined): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health/live`).then(
    () => true,
    () => false,
  );

async function queryAt(port: string | undefined, query: string) {
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
  return (await response.json()) as any;
}

describe('npm start', () => {
  test(
    'starts all processes, survives the crash of an emulator, and stops all processes',
    async () => {
      const env = await environment();
      const npmStart = start(env);
      await waitForOutput(npmStart, 'press Ctrl-C to stop');
      const ports = [Number(env.PORT), ...emulatorPorts(env)];
      for (const port of ports) expect(npmStart.output()).toContain(`http://127.0.0.1:${port}`);
      const query = '{ films(first: 1) { nodes { title } } search(query: "wave") { totalCount } }';
      const complete = await queryAt(env.PORT, query);
      expect(complete.errors).toBeUndefined();
      expect(complete.data.search.totalCount).toBeGreaterThan(0);

      killEmulator(npmStart, 'search');
      await waitForOutput(npmStart, 'the search emulator was killed by SIGKILL');
      // The response is cached.
      expect(await queryAt(env.PORT, query)).toEqual(complete);
      const partial = await queryAt(env.PORT, query.replace('wave', 'chaos'));
      expect(partial.data.films.nodes).toHaveLength(1);
      expect(partial.extensions).toEqual({ fallback: { search: 'content' } });

      npmStart.process.kill('SIGINT');
      expect(await npmStart.exitCode).toBe(0);
      expect(npmStart.output()).toContain('stopping: SIGINT');
      for (const port of ports) expect(await isListening(port)).toBe(false);
      expect(npmStart.output()).not.toMatch(/the (content|media) emulator (was killed|exited)/);
    },
    START_TIMEOUT_MS,
  );

  test(
    'tells which provider it waits for, and is not ready after it has been stopped',
    async () => {
      const mux = createServer(() => undefined);
      await new Promise<void>((done) => mux.listen(0, '127.0.0.1', done));
      try {
        const { port } = mux.address() as AddressInfo;
        const npmStart = start({
          ...(await environment()),
          SITES: 'docs',
          MUX_HOST: `http://127.0.0.1:${port}`,
          MUX_TOKEN_ID: 'own-id',
          MUX_TOKEN_SECRET: 'own-secret',
          ALGOLIA_INDEX_PREFIX: 'waiting',
        });
        await waitForOutput(npmStart, 'waiting for Mux, whose media library is read');
        npmStart.process.kill('SIGTERM');
        expect(await npmStart.exitCode).toBe(0);
        expect(npmStart.output()).toContain('stopping: SIGTERM');
        expect(npmStart.output()).not.toContain('press Ctrl-C');
      } finally {
        mux.closeAllConnections();
        await new Promise((done) => mux.close(done));
      }
    },
    START_TIMEOUT_MS,
  );

  test('lists each fault of the ports and of the model once, and starts nothing', async () => {
    const env = await environment();
    const folder = mkdtempSync(join(tmpdir(), 'trivium-start-'));
    writeFileSync(join(folder, 'a.graphql'), 'type A @document { title: Strin\n b: Video }');
    const other = createServer((_request, response) => response.end('something else'));
    const [content, media, search] = emulatorPorts(env);
    await new Promise<void>((done) => other.listen(media, '127.0.0.1', done));
    try {
      const npmStart = start({ ...env, PORT: String(search), SCHEMA_DIR: folder });
      expect(await npmStart.exitCode).toBe(1);
      for (const fault of [
        `port ${media} is in use; stop the process that uses it, or set EMULATOR_PORT`,
        `EMULATOR_PORT: expected another port than PORT, got ${search} for both`,
        'A.title: expected a type of the model or of core, got Strin',
        'A.b: expected @asset on a Video',
      ])
        expect(npmStart.output().split(fault)).toHaveLength(2);
      expect(npmStart.output()).not.toMatch(/building|starting/);
      expect(await isListening(content)).toBe(false);
    } finally {
      await new Promise((done) => other.close(done));
      rmSync(folder, { recursive: true });
    }
  });

  test(
    'stops with all processes when nothing reads its output any more, as with `| head`',
    async () => {
      const env = await environment();
      const npmStart = start({ ...env, SITES: 'off' });
      await waitForOutput(npmStart, 'starting the gateway');
      npmStart.process.stdout?.destroy();
      npmStart.process.stderr?.destroy();
      expect(await npmStart.exitCode).toBe(0);
      for (const port of [Number(env.PORT), ...emulatorPorts(env)])
        expect(await isListening(port)).toBe(false);
    },
    START_TIMEOUT_MS,
  );

  test('lists all missing variables if NODE_ENV=production, and starts no emulator', async () => {
    const env = await environment();
    const npmStart = start({ ...env, NODE_ENV: 'production' });
    expect(await npmStart.exitCode).toBe(1);
    for (const name of ['SANITY_PROJECT_ID', 'MUX_TOKEN_ID', 'ALGOLIA_APP_ID'])
      expect(npmStart.output()).toContain(`${name} is missing`);
    for (const port of emulatorPorts(env)) expect(await isListening(port)).toBe(false);
  });
});

/** Kills an emulator as the kernel does when memory runs out. */
function killEmulator(npmStart: StartedProcess, name: string): void {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const emulator = processes
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find(
      (found) =>
        Number(found?.[2]) === npmStart.process.pid && found?.[3]?.includes(`gateway/emulators/${name}/main`),
    );
  process.kill(Number(emulator?.[1]), 'SIGKILL');
}
