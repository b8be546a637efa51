import { type Browser, chromium as driver } from 'playwright-core';
import { buildWeb } from '../../../gateway/cli/buildWeb.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { CHROMIUM_FLAGS, chromium, pathOf } from '../../support/systemBinaries.ts';

/** A house with the app as it is built, and what looks at it. */
export interface BuiltHouse extends House {
  /** Starts the machine's Chromium, with further flags. */
  launch(...flags: readonly string[]): Promise<Browser>;
}

/**
 * Builds the app where its sources have changed, and opens a house with it.
 * @throws Error where the machine has no Chromium
 */
export async function openBuiltHouse(): Promise<BuiltHouse> {
  await buildWeb({ env: process.env, say: console.log, only: ['app'] });
  const executablePath = pathOf(chromium());
  const launch = (...flags: readonly string[]) =>
    driver.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });
  return { ...(await openHouse()), launch };
}

/** How often a page is looked at, by `--runs`. @throws Error where that is no number of times */
export function readRuns(text: string): number {
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`expected --runs to be 1 or more, got ${text}`);
  return runs;
}
