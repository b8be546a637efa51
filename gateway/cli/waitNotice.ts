const INTERVAL_MS = 3_000;

/** Tells what a command waits for while it prints nothing else. */
export interface WaitNotice extends Disposable {
  /** Sets what the command waits for. */
  waitFor(awaited: string): void;
  /** Prints a line of the command. */
  print(line: string): void;
}

/** Creates a notice, which ends with its disposal. @param print receives lines */
export function createWaitNotice(awaited: string, print: (line: string) => void): WaitNotice {
  let current = awaited;
  let startedAt = performance.now();
  const timer = setInterval(() => {
    print(`  waiting for ${current} (${Math.round((performance.now() - startedAt) / 1000)} s)`);
  }, INTERVAL_MS);
  return {
    waitFor(awaited) {
      current = awaited;
      startedAt = performance.now();
      timer.refresh();
    },
    print(line) {
      timer.refresh();
      print(line);
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
