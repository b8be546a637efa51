import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildASTSchema, buildSchema, type GraphQLSchema } from 'graphql';
import { loadEnvironment, schemaFolder, usedProviders } from '../config/environment.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { printSdl } from '../graphql/schema/printSdl.ts';
import {
  changesFile,
  isVersionName,
  versionFile,
  versionsFolder,
} from '../graphql/schema/versions/versionFiles.ts';
import type { Use } from '../services/usage/usageReport.ts';
import { findContractChanges, undecidedBreaks } from './contract/changes.ts';
import { contractFile } from './contract/files.ts';
import { readHeaders, readSchema } from './contract/readSchema.ts';
import { changelogLines, reportLines, withClients } from './contract/report.ts';
import { createChangeRecord, latestReleaseFile, latestVersionFile } from './contract/versions.ts';
import { UsageError } from './usageError.ts';

const DECISIONS = 'docs/decisions';
const HEADER =
  '# The public schema, printed from core and the model by `trivium contract`. Never edited by hand.\n\n';
const VERSION_HEADER =
  '# A version of the public schema, printed by `trivium contract --release`. Never edited.\n\n';

/** The options of `trivium contract`. */
interface ContractOptions extends ComparisonOptions {
  readonly check?: boolean | undefined;
  /** The name of a new version; empty for the date of today (UTC). */
  readonly release?: string | undefined;
  readonly against?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

/**
 * Writes the contract of the model in `SCHEMA_DIR` with the record of its changes, or compares them. Sets the exit code 1 if
 * a check fails or a change is breaking.
 * @throws UsageError if a source or file cannot be read, or a version has an invalid name or exists
 */
export async function runContract(options: ContractOptions): Promise<void> {
  const { env } = loadEnvironment();
  const folder = schemaFolder(env);
  const [contract, versions] = [contractFile(folder), versionsFolder(folder)];
  const { typeDefs } = await readTypeDefs(folder, usedProviders(env));
  const schema = buildASTSchema(typeDefs);
  const source =
    options.against ??
    (options.changelog ? (latestVersionFile(versions) ?? `${versions}/*.graphql`) : undefined);
  if (source !== undefined) return compare(schema, await readSource(source, options.header), options);
  if (options.usage !== undefined)
    throw new UsageError('--usage: expected --against or --changelog beside it, got neither');
  const printed = `${HEADER}${printSdl(schema)}\n`;
  const committed = existsSync(contract) ? readFileSync(contract, 'utf8') : '';
  // The file is written even if the changes cannot be listed, e.g. after a merge conflict in it.
  if (!options.check) writeFileSync(contract, printed);
  if (options.release !== undefined) writeVersion(versions, options.release, schema);
  if (committed !== printed && committed !== '')
    for (const line of await describeChanges(contract, committed, schema)) console.log(line);
  const record = await printChangeRecord(versions, schema);
  const recordFile = changesFile(versions);
  if (!options.check) {
    if (record !== undefined) writeFileSync(recordFile, record);
    console.log(`wrote ${contract}: ${Object.keys(schema.getTypeMap()).length} types`);
  } else {
    if (committed !== printed)
      fail(`expected ${contract} to be the schema of ${folder}; run trivium contract and commit the file`);
    if (record !== undefined && (!existsSync(recordFile) || readFileSync(recordFile, 'utf8') !== record))
      fail(
        `expected ${recordFile} to be the changes of the contract; run trivium contract and commit the file`,
      );
    await checkReleased(latestReleaseFile(versions), schema);
  }
}

/** Writes the SDL of a new version. @throws UsageError if its name is invalid or exists */
function writeVersion(folder: string, name: string, schema: GraphQLSchema): void {
  const version = name === '' ? new Date().toISOString().slice(0, 10) : name;
  if (!isVersionName(version))
    throw new UsageError(
      `--release: expected a date, e.g. 2026-11-23, 2026-11-23.2 or 2026-11-23-preview, got ${version}`,
    );
  const file = versionFile(folder, version);
  if (existsSync(file))
    throw new UsageError(
      `--release: expected a new version, got ${version}, which exists and never changes; use another name, e.g. ${version.slice(0, 10)}.2`,
    );
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${VERSION_HEADER}${printSdl(schema, { hasScopes: true })}\n`);
}

/** Returns the text of the change record; undefined without a version. */
async function printChangeRecord(folder: string, schema: GraphQLSchema): Promise<string | undefined> {
  const record = await createChangeRecord(folder, schema);
  return record.versions.length > 0 ? `${JSON.stringify(record, null, 2)}\n` : undefined;
}

/** @throws UsageError if the source cannot be read */
async function readSource(source: string, headers: readonly string[] = []): Promise<GraphQLSchema> {
  try {
    return await readSchema(source, readHeaders(headers));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** @throws UsageError if the file is not the output of `trivium usage --json` */
function readUses(file: string): readonly Use[] {
  try {
    const uses: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(uses)) return uses as readonly Use[];
  } catch {}
  throw new UsageError(`--usage: expected a file with the output of trivium usage --json, got ${file}`);
}

interface ComparisonOptions {
  readonly usage?: string | undefined;
  readonly json?: boolean | undefined;
  readonly changelog?: boolean | undefined;
}

/** Prints the changes from a schema to the schema of the model. */
async function compare(
  schema: GraphQLSchema,
  before: GraphQLSchema,
  { usage, json, changelog }: ComparisonOptions,
): Promise<void> {
  const uses = usage === undefined ? [] : readUses(usage);
  const changes = withClients(await findContractChanges(before, schema), uses);
  const lines = changelog ? changelogLines(changes) : reportLines(changes);
  console.log(json ? JSON.stringify(changes, null, 2) : lines.join('\n'));
  if (changes.some(({ level }) => level === 'breaking')) process.exitCode = 1;
}

async function describeChanges(
  contract: string,
  sdl: string,
  after: GraphQLSchema,
): Promise<readonly string[]> {
  try {
    return reportLines(withClients(await findContractChanges(buildSchema(sdl), after), []));
  } catch (error) {
    return [
      `cannot list the changes, because ${contract} was not a valid schema: ${(error as Error).message}`,
    ];
  }
}

/** Fails for each change that breaks the released contract, unless a decision record names its coordinate. */
async function checkReleased(released: string | undefined, schema: GraphQLSchema): Promise<void> {
  if (released === undefined) return;
  const changes = await findContractChanges(await readSchema(released), schema);
  for (const { coordinate, message } of undecidedBreaks(changes, DECISIONS))
    fail(
      `${coordinate}: expected no change that breaks ${released} without a decision, got: ${message}; deprecate it first (docs/versioning.md), or add a decision record with the line "Breaks: \`${coordinate}\`"`,
    );
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
