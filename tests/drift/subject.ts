import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../house.ts';

/** A gateway in a process of its own, which can be killed and started again where it was. */
export interface Subject {
  readonly url: string;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it as a crash would: nothing is written, nothing is finished. */
  kill(): Promise<void>;
}

/** Milliseconds it has to come up. */
const PATIENCE = 30_000;

/** @param env of the gateway; its port is chosen here, and stays the same */
export async function createSubject(env: Readonly<Record<string, string>>): Promise<Subject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      const started = spawn(process.execPath, ['gateway/main.ts'], {
        cwd: ROOT,
        env: { ...env, PORT: String(port), PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child = started;
      for (const late = Date.now() + PATIENCE; ; await sleep(50)) {
        if (await isReady(url)) return;
        if (started.exitCode !== null || Date.now() > late)
          throw new Error(
            `expected a gateway at ${url}, it ${started.exitCode === null ? 'is late' : 'ended'}`,
          );
      }
    },
    async kill() {
      const killed = child;
      child = undefined;
      if (!killed || killed.exitCode !== null) return;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    },
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}
