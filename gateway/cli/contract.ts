/**
 * `npm run contract` writes the public schema of the model in `SCHEMA_DIR` to `schema/contract.graphql`, and lists the changes.
 *   --check             lists the changes without writing them; exits with 1 if there is one, or if one breaks the contract of
 *                       the last release and no decision record names it
 *   --release           also writes `schema/released.graphql`, with which later changes are compared
 *   --against <source>  compares the model with a schema: a file or URL with SDL or an introspection result, or the URL of an
 *                       API; exits with 1 if a change is breaking
 *   --header <header>   a header of the request to that URL, e.g. `X-Api-Key: tv_live_…`
 *   --usage <file>      names the clients that a change affects, from `npm run usage -- --json`
 *   --json              prints the changes as JSON
 *   --changelog         prints the changes as a section of the changelog; default source: `schema/released.graphql`
 * An invalid command line and an unreadable source exit with 2.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildASTSchema, buildSchema, type GraphQLSchema } from 'graphql';
import { loadEnvironment } from '../config/environment.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { printSdl } from '../graphql/schema/printSdl.ts';
import type { Use } from '../services/usage/usageReport.ts';
import { findContractChanges } from './contract/changes.ts';
import { undecidedBreaks } from './contract/decisions.ts';
import { readSchema } from './contract/readSchema.ts';
import { changelogLines, reportLines, withClients } from './contract/report.ts';

const CONTRACT = 'schema/contract.graphql';
/** The contract of the last release; absent before the first. */
const RELEASED = 'schema/released.graphql';
const DECISIONS = 'docs/decisions';
const HEADER =
  '# The public schema, printed from core and the model by `npm run contract`. Never edited by hand.\n\n';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean' },
      release: { type: 'boolean' },
      against: { type: 'string' },
      header: { type: 'string', multiple: true },
      usage: { type: 'string' },
      json: { type: 'boolean' },
      changelog: { type: 'boolean' },
    },
  });
  const model = loadEnvironment().env.SCHEMA_DIR ?? 'schema/model';
  const { typeDefs } = await readTypeDefs(model);
  const schema = buildASTSchema(typeDefs);
  const source = values.against ?? (values.changelog ? RELEASED : undefined);
  if (source !== undefined)
    return compare(schema, await readSchema(source, readHeaders(values.header)), values);
  const printed = `${HEADER}${printSdl(schema)}\n`;
  const committed = existsSync(CONTRACT) ? readFileSync(CONTRACT, 'utf8') : '';
  // The file is written even if the changes cannot be listed, e.g. after a merge conflict in it.
  if (!values.check) writeFileSync(CONTRACT, printed);
  if (values.release) writeFileSync(RELEASED, printed);
  if (committed !== printed) for (const line of await describeChanges(committed, schema)) console.log(line);
  if (!values.check) {
    console.log(`wrote ${CONTRACT}: ${Object.keys(schema.getTypeMap()).length} types`);
  } else {
    if (committed !== printed)
      fail(`expected ${CONTRACT} to be the schema of ${model}; run npm run contract and commit the file`);
    await checkReleased(schema);
  }
}

interface ComparisonOptions {
  readonly usage?: string | undefined;
  readonly json?: boolean | undefined;
  readonly changelog?: boolean | undefined;
}

/** Prints the changes from a schema to that of the model. */
async function compare(
  schema: GraphQLSchema,
  before: GraphQLSchema,
  { usage, json, changelog }: ComparisonOptions,
): Promise<void> {
  const uses = usage === undefined ? [] : (JSON.parse(readFileSync(usage, 'utf8')) as readonly Use[]);
  const changes = withClients(await findContractChanges(before, schema), uses);
  const lines = changelog ? changelogLines(changes) : reportLines(changes);
  console.log(json ? JSON.stringify(changes, null, 2) : lines.join('\n'));
  if (changes.some(({ level }) => level === 'breaking')) process.exitCode = 1;
}

async function describeChanges(sdl: string, after: GraphQLSchema): Promise<readonly string[]> {
  try {
    return reportLines(withClients(await findContractChanges(buildSchema(sdl), after), []));
  } catch (error) {
    return [
      `cannot list the changes, because ${CONTRACT} was not a valid schema: ${(error as Error).message}`,
    ];
  }
}

/** Fails for each change that breaks the released contract, unless a decision record names its coordinate. */
async function checkReleased(schema: GraphQLSchema): Promise<void> {
  if (!existsSync(RELEASED)) return;
  const changes = await findContractChanges(await readSchema(RELEASED), schema);
  for (const { coordinate, message } of undecidedBreaks(changes, DECISIONS))
    fail(
      `${coordinate}: expected no change that breaks ${RELEASED} without a decision, got: ${message}; deprecate it first (docs/versioning.md), or add a decision record with the line "Breaks: \`${coordinate}\`"`,
    );
}

/** @throws Error if a header is not `name: value` */
const readHeaders = (headers: readonly string[] = []): Readonly<Record<string, string>> =>
  Object.fromEntries(
    headers.map((header) => {
      const [, name, value] = /^([^:\s]+):\s*(.+)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new Error(
          `--header: expected \`name: value\`, got ${header.includes(':') ? 'no name or no value' : 'no colon'}`,
        );
      return [name, value];
    }),
  );

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
