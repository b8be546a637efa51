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

/** The flags of Lighthouse that the budgets use. */
interface LighthouseFlags {
  readonly onlyAudits?: readonly string[];
  readonly onlyCategories?: readonly string[];
  readonly skipAudits?: readonly string[];
  readonly throttlingMethod: 'devtools' | 'provided';
  /** Of the network in milliseconds and kbit/s, and how many times slower the processor is. */
  readonly throttling?: Readonly<Record<string, number>>;
}
type Lighthouse = (
  url: string,
  flags: LighthouseFlags & { readonly port: number; readonly logLevel: 'error' },
) => Promise<{ readonly lhr: LighthouseResult } | undefined>;

/** The folder with the tool package of Lighthouse. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/**
 * Runs Lighthouse once, in a new browser. `installLighthouse` has to be called before.
 * @param path the path of the page
 * @throws Error if Lighthouse makes no report
 */
export async function runLighthouse(
  stack: BuiltStack,
  path: string,
  flags: LighthouseFlags,
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

/** Installs Lighthouse in this folder if it is missing. @throws Error if npm fails */
export const installLighthouse = (): void => openToolPackage(FOLDER).install();

async function loadLighthouse(): Promise<Lighthouse> {
  const file = createRequire(`${FOLDER}package.json`).resolve('lighthouse');
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default;
}
