import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { HEAP_FLAGS } from '../../../support/gatewayProcess.ts';
import type { CheckRequest } from './checkProcess.ts';

const SCRIPT = fileURLToPath(new URL('checkProcess.ts', import.meta.url));
/** Time for one input, and for the start of the process. */
const CHECK_TIMEOUT_MS = 10_000;
const START_TIMEOUT_MS = 60_000;

/** Checks inputs in a child process that starts again when it ends or hangs. */
export interface IsolatedProcess {
  /** Returns the failures of one input. */
  check(request: CheckRequest): Promise<readonly string[]>;
  close(): void;
}

export function createIsolatedProcess(): IsolatedProcess {
  let child: ChildProcess | undefined;
  const start = async (): Promise<ChildProcess> => {
    const started = fork(SCRIPT, {
      execArgv: [...HEAP_FLAGS],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const { failures } = await replyOf(started, START_TIMEOUT_MS);
    if (failures.length > 0) throw new Error(`expected the process to start, got ${failures.join()}`);
    return started;
  };
  return {
    async check(request) {
      child ??= await start();
      child.send(request);
      const { failures, isUsable } = await replyOf(child, CHECK_TIMEOUT_MS);
      if (!isUsable) {
        child.kill('SIGKILL');
        child = undefined;
      }
      return failures;
    },
    close: () => void child?.kill('SIGKILL'),
  };
}

interface Reply {
  readonly failures: readonly string[];
  /** False if the process ended or hangs. */
  readonly isUsable: boolean;
}

/** Waits for a message of the process, which is the failures. */
async function replyOf(child: ChildProcess, timeoutMs: number): Promise<Reply> {
  const ended = new AbortController();
  const { signal } = ended;
  const unusable = (failure: string): Reply => ({ failures: [failure], isUsable: false });
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([failures]) => ({ failures, isUsable: true })),
      once(child, 'exit', { signal }).then(([code, name]) =>
        unusable(`crash: the process ended with ${code ?? name}`),
      ),
      sleep(timeoutMs, unusable(`expected a result within ${timeoutMs / 1000} s, got none`), { signal }),
    ]);
  } finally {
    ended.abort();
  }
}
