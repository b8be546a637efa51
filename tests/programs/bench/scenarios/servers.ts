import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDocuments, writeSeed } from '../../../reference/generator/generate.ts';
import { createGatewayProcess, type GatewayProcess } from '../../../support/gatewayProcess.ts';
import { ROOT, type Stack, startStack } from '../../../support/stack.ts';
import { openToolPackage } from '../../tools/toolPackage.ts';

/** The servers of a scenario: emulators in this process, and each other server in its own process. */
export interface BenchServers {
  readonly stack: Stack;
  /** Starts Trivium without rate limits and request log. The script is the bundle of the npm package unless options name another. */
  startTrivium(
    env: Environment,
    options?: Parameters<typeof createGatewayProcess>[1],
  ): Promise<GatewayProcess>;
  /** Starts a server that repeats the responses of `origin`. */
  startReplay(origin: string, env?: Environment): Promise<GatewayProcess>;
  /** Starts a server of `tests/programs/bench/peers`. */
  startPeer(script: string, env: Environment): Promise<GatewayProcess>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const BUNDLE = 'dist/gateway/main.js';
const PEERS = `${ROOT}tests/programs/bench/peers`;

/**
 * Starts the emulators.
 * @param documents number of generated documents; default: the sample publication
 */
export async function startServers(documents?: number): Promise<BenchServers> {
  const seedDir = documents === undefined ? undefined : mkdtempSync(join(tmpdir(), 'trivium-bench-'));
  if (seedDir && documents !== undefined) writeSeed(seedDir, [...generateDocuments(documents)]);
  const stack = await startStack({
    ...(seedDir && { seedDir, hasIndex: false }),
    hasOwnSecrets: true,
    env: { CONSUME_CHANGES: 'off' },
  });
  const started: GatewayProcess[] = [];
  const start = async (...args: Parameters<typeof createGatewayProcess>) => {
    const server = await createGatewayProcess(...args);
    // A server that is not ready in time has to be ended too.
    started.push(server);
    await server.start();
    return server;
  };
  const endServers = () => {
    for (const { pid } of started) if (pid !== undefined) process.kill(pid, 'SIGKILL');
  };
  process.once('exit', endServers);
  return {
    stack,
    startTrivium: (env, options) =>
      start(
        {
          ...stack.env,
          NODE_ENV: 'production',
          SITES: 'app',
          RATE_LIMIT_ANONYMOUS: 'off',
          MAX_COST: '1000000',
          OPERATOR_PORT: '0',
          WORKERS: '1',
          TRUST_PROXY: '127.0.0.0/8',
          STATE_DIR: join(stack.config.stateDir, String(started.length)),
          ...env,
        },
        { script: BUNDLE, ...options },
      ),
    startReplay: (origin, env = {}) =>
      start({ ...env, ORIGIN: origin }, { script: 'tests/programs/bench/servers/replayServer.ts' }),
    startPeer: (script, env) =>
      start(
        { ...stack.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
        { script: `tests/programs/bench/peers/${script}` },
      ),
    async close() {
      for (const server of started) await server.kill();
      process.off('exit', endServers);
      await stack.close();
      if (seedDir) rmSync(seedDir, { recursive: true });
    },
  };
}

/** Installs the packages of the peers, if they are missing or have changed. */
export const installPeers = (): void => openToolPackage(PEERS).install();
