import { type Browser, chromium as driver } from 'playwright-core';
import { buildWeb } from '../../../gateway/cli/buildWeb.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { CHROMIUM_FLAGS, fullChromiumBinary, requirePath } from '../../support/systemBinaries.ts';
import { rejectArguments } from '../load/readArguments.ts';

/** A test stack that serves the built app, and a browser. */
export interface BuiltStack extends Stack {
  /** Starts Chromium with additional flags. */
  launchBrowser(...flags: readonly string[]): Promise<Browser>;
}

/**
 * Builds the app and the explorer when their sources have changed, and starts a stack with it.
 * @throws Error on a machine without Chromium
 */
export async function startBuiltStack(): Promise<BuiltStack> {
  await buildWeb({ env: process.env, print: console.log });
  const executablePath = requirePath(fullChromiumBinary());
  const launchBrowser = (...flags: readonly string[]) =>
    driver.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });
  return { ...(await startStack()), launchBrowser };
}

/** Parses `--runs`, the number of measurements of a page. @throws Error for anything but a positive integer */
export function readRuns(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1)
    rejectArguments(`expected --runs to be an integer of at least 1, got ${text}`);
  return runs;
}
