const MAX_RETRIED_TESTS = 3;

/** The part of Jest's result of one test file that is read here. */
interface FileResult {
  readonly testResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly invocations?: number;
  }[];
}

/** Jest reporter: lists the tests that passed only after a retry, and fails a run that has more than three. */
export default class RetryReporter {
  readonly #retried: string[] = [];

  onTestResult(_test: unknown, { testResults }: FileResult): void {
    for (const { fullName, status, invocations = 1 } of testResults)
      if (status === 'passed' && invocations > 1) this.#retried.push(`${fullName} (${invocations} attempts)`);
  }

  onRunComplete(): void {
    if (this.#retried.length > 0)
      process.stderr.write(`\nRetried tests: ${this.#retried.length}\n  ${this.#retried.join('\n  ')}\n`);
  }

  getLastError(): Error | undefined {
    if (this.#retried.length <= MAX_RETRIED_TESTS) return undefined;
    return new Error(`expected at most ${MAX_RETRIED_TESTS} retried tests, got ${this.#retried.length}`);
  }
}
