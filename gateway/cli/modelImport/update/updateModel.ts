import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import type { Difference } from '../compare/compareModel.ts';
import type { StudioSchema } from '../extract/readExtract.ts';
import { type ImportedModel, type Note, pathOfType } from '../model/importedModel.ts';
import { privateLines } from '../output/report.ts';
import { writeAllOrNone } from '../output/writeFiles.ts';
import { findAdditions } from './additions.ts';
import { fieldKey, partsOf, readLock, writeLock } from './importLock.ts';
import { lineDiff } from './lineDiff.ts';
import type { Additions } from './nameAdditions.ts';
import { remainingDifferences } from './remainingDifferences.ts';
import { editFiles } from './sdlEdits.ts';

/** An update of an edited model. */
export interface ModelUpdate {
  /** The changed files, sorted. */
  readonly files: readonly string[];
  /** The lines of a difference from the former files. */
  readonly diff: readonly string[];
  /** The added types and attributes with data about people. */
  readonly private: readonly Note[];
  /** What the model lacks because its team has removed it. */
  readonly removed: readonly string[];
  /** What an update leaves to the team: parts that are gone from the studio, values of another kind, and what it cannot add. */
  readonly byHand: readonly Difference[];
}

interface UpdateOptions {
  /** True if nothing is written. */
  readonly isDryRun: boolean;
  /** The languages of the content; undefined if no setting names them. */
  readonly languages?: readonly string[] | undefined;
}

/**
 * Adds to the model in a folder what the studio has and the model lacks, and changes nothing else.
 * @throws ModelError if the model, or the result, is faulty; the files are then as before
 */
export async function updateModel(
  folder: string,
  schema: StudioSchema,
  imported: ImportedModel,
  { isDryRun, languages }: UpdateOptions,
): Promise<ModelUpdate> {
  const defs = await readTypeDefs(folder);
  const known = readLock(folder);
  const additions = findAdditions(imported, defs.model, known);
  const former = readFiles(folder);
  const edited = editFiles(former, additions);
  const byHand = remainingDifferences(schema, defs, { imported, pairs: additions.pairs, languages }).filter(
    ({ keys }) => !keys.some((key) => additions.offered.has(key) || known.has(key)),
  );
  if (!isDryRun) {
    await writeAllOrNone(folder, edited, () => readTypeDefs(folder));
    const left = new Set(byHand.flatMap(({ keys }) => keys));
    writeLock(folder, new Set([...partsOf(imported, known)].filter((part) => !left.has(part))));
  }
  const files = [...edited.keys()].sort();
  return {
    files,
    private: privateAdditions(imported, additions, known),
    diff: files.flatMap((file) => lineDiff(file, former.get(file), edited.get(file) ?? '')),
    removed: additions.removed,
    byHand: byHand.map(({ difference }) => difference),
  };
}

/** Returns the notes on data about people among the additions of an update. */
function privateAdditions(
  { types, notes }: ImportedModel,
  { pairs, offered }: Additions,
  known: ReadonlySet<string>,
): readonly Note[] {
  const reasons = new Map(notes.flatMap((note) => (note.kind === 'private' ? [[note.path, note]] : [])));
  return [...types.values()].flatMap((type) => {
    const path = pathOfType(type);
    const ofType = reasons.get(path);
    const isNew = !pairs.has(type.name) && !known.has(type.name);
    if (isNew && ofType) return ofType;
    return type.fields.flatMap((field) => {
      if (!isNew && !offered.has(fieldKey(type, field))) return [];
      const ofField = `${path}.${field.attribute}`;
      return reasons.get(ofField) ?? (ofType ? { ...ofType, path: ofField } : []);
    });
  });
}

const readFiles = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/** Returns the lines that say what an update changes, or would change. */
export function updateLines(
  folder: string,
  { files, diff, private: privates, removed, byHand }: ModelUpdate,
  isDryRun: boolean,
): readonly string[] {
  const change = isDryRun ? 'would change' : 'changed';
  return [
    ...privateLines(privates),
    ...diff,
    ...(diff.length > 0 ? [''] : []),
    files.length === 0
      ? `nothing to add to the model in ${folder}`
      : `${change} ${files.join(', ')} in ${folder}`,
    ...(removed.length > 0
      ? [`left out, because the model lacks it on purpose (import.lock): ${removed.join(', ')}`]
      : []),
    ...(byHand.length > 0 ? [`to edit by hand: ${byHand.length}`] : []),
    ...byHand.map(({ path, text }) => `  ${path}: ${text}`),
  ];
}
