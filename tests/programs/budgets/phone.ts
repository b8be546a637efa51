import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../../support/freePort.ts';
import { openToolPackage } from '../tools/toolPackage.ts';
import type { BuiltStack } from './builtStack.ts';

/** The part of a Lighthouse report that the budgets read. Its own types are in a package that the first run installs. */
export interface LighthouseResult {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { score: number | null; numericValue?: number }>>;
  readonly environment: { readonly benchmarkIndex: number };
  readonly runtimeError?: { readonly message: string };
}
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

/**
 * The processor speed of the phone that the budgets mean, in Lighthouse's benchmark index. It is that of a fast desktop
 * (2000) with Lighthouse's default slowdown of 4, within its range of mid-tier phones (125 to 800):
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#benchmarking-cpu-power
 */
const PHONE_BENCHMARK_INDEX = 500;

/**
 * Measures the processor, so that a fast and a slow machine emulate the same phone. The speed of a shared machine changes:
 * measure before each run. Takes some seconds.
 * @returns how many times slower than this machine the phone is, with one decimal; at least 1
 * @throws Error if Lighthouse or Chromium fails
 */
export async function measureSlowdown(stack: BuiltStack): Promise<number> {
  const flags = { onlyAudits: ['doctype'], throttlingMethod: 'provided' };
  const { benchmarkIndex } = (await runLighthouse(stack, '/', flags)).environment;
  return Math.max(1, Math.round((10 * benchmarkIndex) / PHONE_BENCHMARK_INDEX) / 10);
}

/**
 * Runs Lighthouse once, in a new browser.
 * @param path the path of the page
 * @param flags flags of Lighthouse, besides the port of the browser
 * @throws Error if Lighthouse makes no report
 */
export async function runLighthouse(
  stack: BuiltStack,
  path: string,
  flags: object,
): Promise<LighthouseResult> {
  const lighthouse = await loadLighthouse();
  const port = await freePort();
  const browser = await stack.launchBrowser(`--remote-debugging-port=${port}`);
  try {
    const result = await lighthouse(`${stack.url}${path}`, { ...flags, port, logLevel: 'error' });
    if (!result?.lhr || result.lhr.runtimeError)
      throw new Error(
        `expected a Lighthouse report for ${path}, got ${result?.lhr.runtimeError?.message ?? 'none'}`,
      );
    return result.lhr;
  } finally {
    await browser.close();
  }
}

/** Installs Lighthouse in this folder if it is missing, and loads it. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  openToolPackage(folder).install();
  const file = createRequire(`${folder}package.json`).resolve('lighthouse');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}
