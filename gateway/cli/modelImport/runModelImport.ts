import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvironment, schemaFolder } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { UpstreamError } from '../../core/errors.ts';
import { parseLocales } from '../../core/locales.ts';
import { readCoreSdl, readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { type ContentClient, createContentClient } from '../../providers/content/client.ts';
import { startEmulators } from '../emulators.ts';
import { isExpectedError, messageOf } from '../expectedError.ts';
import { stopAllOnSignal, stopAllProcesses } from '../processes.ts';
import { readNamedFile } from '../readNamedFile.ts';
import { UsageError } from '../usageError.ts';
import type { Difference } from './compare/compareModel.ts';
import { reasonToLeaveOut } from './extract/leftOutTypes.ts';
import { readExtract, type StudioSchema } from './extract/readExtract.ts';
import { importModel } from './importModel.ts';
import { type ImportedModel, pathOfType } from './model/importedModel.ts';
import { reportLines } from './output/report.ts';
import { writeAllOrNone } from './output/writeFiles.ts';
import { findDifferences, type ModelDifference } from './update/findDifferences.ts';
import { partsOf, readLock, writeLock } from './update/importLock.ts';
import { updateLines, updateModel } from './update/updateModel.ts';

export interface ModelImportOptions {
  /** The output of `sanity schema extract`. */
  readonly file: string;
  readonly out?: string | undefined;
  readonly diff?: boolean | undefined;
  /** True if the model in the folder gets what it lacks. */
  readonly update?: boolean | undefined;
  /** True if an update is only shown. */
  readonly dryRun?: boolean | undefined;
  /** True if documents are sampled; default: if the settings have an account of the content service. */
  readonly dataset?: boolean | undefined;
  readonly singleton?: readonly string[] | undefined;
  readonly public?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/**
 * Imports the schema of a studio as SDL, or compares a model with it. Prints the result.
 * @returns the exit code: 1 for differences or a dataset that cannot be read
 * @throws UsageError for a file or folder of the command line; ConfigError, ModelError
 */
export async function runModelImport(options: ModelImportOptions): Promise<0 | 1> {
  stopAllOnSignal();
  try {
    const schema = readFile(options.file);
    const { env, emulators } = loadEnvironment();
    const schemaDir = schemaFolder(env);
    const languages = parseLocales(env.LOCALES ?? '')?.all.flatMap(({ codes }) => codes);
    if (options.diff) return await compare(schema, schemaDir, { ...options, languages });
    const out = options.out ?? schemaDir;
    checkFolder(out, options.update === true);
    const usesEmulator = emulators.includes('content');
    const isSampled = options.dataset ?? !usesEmulator;
    if (isSampled && usesEmulator) await startEmulators(['content'], env);
    // The import creates the folder of the model.
    const { SCHEMA_DIR: _, ...account } = env;
    const client = isSampled ? createContentClient(readConfig(account).content) : undefined;
    return await writeModel(schema, out, { ...options, client, schemaDir, languages });
  } finally {
    await stopAllProcesses();
  }
}

/** Reads the extract. @throws UsageError */
function readFile(file: string): StudioSchema {
  const text = readNamedFile(
    file,
    'the output of `sanity schema extract`',
    '; run `npx sanity@latest schema extract` in the folder of the studio',
  );
  try {
    return readExtract(text, file);
  } catch (error) {
    throw isExpectedError(error) ? new UsageError(error.message) : error;
  }
}

/** Checks that the import overwrites nothing, or that there is a model to update. @throws UsageError */
function checkFolder(folder: string, isUpdate: boolean): void {
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UsageError(`${folder}: expected a folder, got a file; choose another one with --out`);
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const [first] = files.filter((file) => file.endsWith('.graphql'));
  if (first === undefined && isUpdate)
    throw new UsageError(`${folder}: expected a folder with SDL, got none; import without --update first`);
  if (first !== undefined && !isUpdate)
    throw new UsageError(
      `${folder}: expected a folder without SDL, got ${first}; add what is new with --update, compare with --diff, or choose another folder with --out`,
    );
}

interface CompareOptions extends ModelImportOptions {
  /** The languages of the content; undefined if no setting names them. */
  readonly languages: readonly string[] | undefined;
}

interface WriteOptions extends CompareOptions {
  readonly client: ContentClient | undefined;
  /** The folder that the other commands read without `SCHEMA_DIR`, or that it names. */
  readonly schemaDir: string;
}

/** Checks that the options name parts of the imported model. @throws UsageError */
function checkPaths(
  schema: StudioSchema,
  { types, notes }: ImportedModel,
  { singleton = [], public: paths = [] }: Pick<ModelImportOptions, 'singleton' | 'public'>,
): void {
  const documentTypes = [...schema.documents.keys()].filter((type) => reasonToLeaveOut(type) === undefined);
  const reasonOf = (path: string): string => {
    const note = notes.find((each) => each.kind === 'left out' && each.path === path);
    return note ? `which the import leaves out: ${note.text}` : 'which the imported model does not have';
  };
  const wrongType = singleton.find((type) => !documentTypes.includes(type));
  if (wrongType !== undefined) {
    const [example] = documentTypes;
    const expected =
      example === undefined
        ? 'no type, because the imported model has no document types'
        : `a document type such as ${example}`;
    throw new UsageError(`--singleton: expected ${expected}, got ${wrongType}, ${reasonOf(wrongType)}`);
  }
  const known = new Set(
    [...types.values()].flatMap((type) => [
      pathOfType(type),
      ...type.fields.map(({ attribute }) => `${pathOfType(type)}.${attribute}`),
    ]),
  );
  const wrongPath = paths.find((path) => !known.has(path));
  if (wrongPath !== undefined)
    throw new UsageError(
      `--public: expected the path of a type or an attribute, such as order or person.email, got ${wrongPath}, ${reasonOf(wrongPath)}`,
    );
}

async function writeModel(schema: StudioSchema, out: string, options: WriteOptions): Promise<0 | 1> {
  const { definitions: core } = readCoreSdl();
  const { client, languages, singleton = [], public: publicPaths = [] } = options;
  let model: Awaited<ReturnType<typeof importModel>>;
  try {
    model = await importModel(schema, {
      core,
      client,
      languages,
      singletons: singleton,
      public: publicPaths,
    });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    console.error(
      `the dataset of the settings cannot be read: ${messageOf(error)}; --no-dataset imports without it`,
    );
    return 1;
  }
  checkPaths(schema, model.model, options);
  if (options.update) {
    const isDryRun = options.dryRun === true;
    const update = await updateModel(out, schema, model.model, { isDryRun, languages: options.languages });
    console.log(
      options.json ? JSON.stringify(update, null, 2) : updateLines(out, update, isDryRun).join('\n'),
    );
    return 0;
  }
  const variable = resolve(out) === resolve(options.schemaDir) ? '' : `SCHEMA_DIR=${out} `;
  mkdirSync(out, { recursive: true });
  await writeAllOrNone(out, model.files);
  writeLock(out, partsOf(model.model));
  const lines = [
    `wrote ${model.files.size} files to ${out}`,
    ...reportLines(model.report),
    `next: ${variable}trivium model check compares the documents with the model, ${variable}trivium start serves it`,
  ];
  console.log(
    options.json
      ? JSON.stringify({ folder: out, files: [...model.files.keys()], ...model.report }, null, 2)
      : lines.join('\n'),
  );
  return 0;
}

async function compare(
  schema: StudioSchema,
  schemaDir: string,
  { languages, singleton = [], json }: CompareOptions,
): Promise<0 | 1> {
  const defs = await readTypeDefs(schemaDir);
  const { model } = await importModel(schema, { core: readCoreSdl().definitions, singletons: singleton });
  checkPaths(schema, model, { singleton });
  const known = readLock(schemaDir);
  const differences = findDifferences(schema, model, defs, { known, languages });
  console.log(
    json === true ? JSON.stringify(differences, null, 2) : differenceLines(differences, schemaDir).join('\n'),
  );
  return differences.every(({ isLeftOut }) => isLeftOut) ? 0 : 1;
}

function differenceLines(differences: readonly ModelDifference[], schemaDir: string): readonly string[] {
  const section = (place: Difference['missingIn'], title: string) => {
    const found = differences.filter(({ missingIn }) => missingIn === place);
    const lines = found.map(
      ({ path, text, isLeftOut }) => `  ${path}: ${text}${isLeftOut ? ', on purpose (import.lock)' : ''}`,
    );
    return found.length === 0 ? [] : [`${title}: ${found.length}`, ...lines];
  };
  if (differences.length === 0)
    return [`the model in ${schemaDir} has all that the studio has, and nothing else`];
  return [
    ...section('model', `the studio has, and the model in ${schemaDir} lacks`),
    ...section('studio', 'the model has, and the studio lacks'),
  ];
}
