import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import type { Gateway } from './gateway.ts';
import { readWorkerNumber, reportToPrimary } from './workerPool.ts';

/**
 * Runs the gateway as this process, and stops it on SIGTERM and SIGINT. With more than one worker, this process is the primary,
 * which starts the workers.
 */
export async function run(): Promise<void> {
  try {
    const worker = readWorkerNumber();
    if (worker !== undefined) await runWorker(worker);
    else {
      const config = loadConfig();
      await (config.workers > 1 ? runPrimary(config) : runAlone(config));
    }
  } catch (error) {
    console.error(isExpected(error) ? error.message : error);
    process.exit(1);
  }
}

function loadConfig(): Config {
  const { env, declared } = loadEnvironment();
  // The SDK of OpenTelemetry reads `process.env`, which does not contain the variables of `.env`.
  for (const name of declared) if (name.startsWith('OTEL_')) process.env[name] = env[name];
  return readConfig(env, declared);
}

/** Serves all requests in this process. */
async function runAlone(config: Config): Promise<void> {
  const gateway = await serve(config);
  stopOnSignal((reason) => void gateway.close(reason).then(() => process.exit(0)));
}

/** Calls a function on SIGTERM and SIGINT, and if the command that started this process was killed. */
function stopOnSignal(stop: (reason: string) => void): void {
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', () => stop('the end of the command that started the gateway'));
}

/** Starts the workers, and ends with 1 when they exit too often. */
async function runPrimary(config: Config): Promise<void> {
  const { startPrimary } = await import('./primary.ts');
  const primary = await startPrimary(config);
  const stop = (code: number, reason: string) => void primary.close(reason).then(() => process.exit(code));
  stopOnSignal((reason) => stop(0, reason));
  void primary.failed.then(() => stop(1, 'exits of worker processes'));
}

/** Serves a share of the requests. SIGTERM stops this worker only; the primary then starts another one. */
async function runWorker(worker: number): Promise<void> {
  let gateway: Gateway | undefined;
  let isClosing = false;
  // A service manager may send the signal to all processes, and the primary sends it again.
  process.on('SIGTERM', (reason) => {
    if (isClosing) return;
    isClosing = true;
    void Promise.resolve(gateway?.close(reason)).then(() => process.exit(0));
  });
  // A terminal sends Ctrl-C to all processes; the primary stops the workers.
  process.on('SIGINT', () => undefined);
  try {
    gateway = await serve(loadConfig(), worker);
    await reportToPrimary({ type: 'trivium:ready' });
  } catch (error) {
    // The primary prints it, once for all workers.
    if (isExpected(error)) await reportToPrimary({ type: 'trivium:startError', message: error.message });
    else console.error(error);
    process.exit(1);
  }
}

async function serve(config: Config, worker?: number): Promise<Gateway> {
  process.on('unhandledRejection', throwUnexpected);
  // The primary process does not need it.
  const { createGateway } = await import('./gateway.ts');
  return createGateway(config, { worker, hasProcessMetrics: true });
}

/**
 * When an item of a list with non-null items fails at once, graphql-js does not handle later errors of the items before it.
 * The response contains the first error.
 */
function throwUnexpected(reason: unknown): void {
  if ((reason as Error | null)?.name !== 'GraphQLError') throw reason;
}

/** Returns whether an error was thrown on purpose or by the system. The stack of any other error shows where the gateway is faulty. */
const isExpected = (error: unknown): error is Error =>
  error instanceof Error && /^(Error|ConfigError|ModelError)$/.test(error.name);
