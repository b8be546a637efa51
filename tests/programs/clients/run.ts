/**
 * `npm run clients` uses the graph with each client: it starts a gateway over emulators, generates and compiles code, and
 * compares data. `npm run clients -- relay urql` selects clients, `-- --all` also runs those that install an app. Installs the
 * clients first if necessary. Exits with 1 when one fails.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readArguments } from '../load/readArguments.ts';
import { summary } from '../load/summary.ts';
import { formatTable, type Row } from '../load/table.ts';
import { type ClientProgram, SkippedError, type TestedGraph } from './clientProgram.ts';
import { startTestedGraph } from './testedGraph.ts';
import { checkTypes, createFolder, installTools, versionOf } from './tools.ts';

const PROGRAM_TIMEOUT_MS = 90_000;
const LONG_PROGRAM_TIMEOUT_MS = 300_000;
const ADVICE =
  'Run one with npm run clients -- <name>. The programs are in tests/programs/clients/programs, generated code in .generated beside them.';

const names = readdirSync(new URL('programs', import.meta.url)).map((file) => file.replace('.ts', ''));
const { values, positionals: selected } = readArguments({
  options: { all: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = selected.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`expected clients of ${names.join(', ')}, got ${unknown.join(', ')}`);
  process.exit(2);
}
installTools();
await checkTypes();

const graph = await startTestedGraph();
const rows: Row[] = [];
const failures: string[] = [];
for (const name of selected.length > 0 ? selected : names) {
  const { program } = (await import(`./programs/${name}.ts`)) as { program: ClientProgram };
  if (program.isLong && !values.all && selected.length === 0) {
    console.log(`${name}: skipped, because it installs an app; npm run clients -- --all runs it`);
    continue;
  }
  const startedAt = performance.now();
  const { failure, skipped } = await runProgram(program, graph, createFolder(name));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const result = skipped ? `skipped: ${skipped}` : failure === undefined ? 'passed' : 'failed';
  console.log(`${name}: ${result}, ${seconds} s`);
  if (failure !== undefined) failures.push(`${name}: ${failure}`);
  rows.push([
    program.client,
    program.package ? versionOf(program.package) : '',
    program.asserts,
    `${seconds} s`,
    result,
  ]);
}
await graph.close();
console.log(`\n${formatTable(['client', 'version', 'asserts', 'time', 'result'], rows)}`);
console.log(summary(failures, ADVICE));
process.exit(failures.length === 0 ? 0 : 1);

interface Outcome {
  /** The message of the error of a program that fails. */
  readonly failure?: string;
  /** Why a program did not run. */
  readonly skipped?: string;
}

/** Runs a program. */
async function runProgram(program: ClientProgram, tested: TestedGraph, folder: string): Promise<Outcome> {
  const timeoutMs = program.isLong ? LONG_PROGRAM_TIMEOUT_MS : PROGRAM_TIMEOUT_MS;
  const timeout = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`expected an end within ${timeoutMs / 1000} s, got none`);
  });
  try {
    await Promise.race([program.run(tested, folder), timeout]);
    return {};
  } catch (error) {
    if (error instanceof SkippedError) return { skipped: error.message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
