import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { readTypeDefs } from '../../../graphql/schema/buildSchema.ts';
import { findDifferences } from '../update/findDifferences.ts';
import { partsOf, readLock, writeLock } from '../update/importLock.ts';
import { type ModelUpdate, updateModel } from '../update/updateModel.ts';
import { importTypes, studioSchema } from './importSdl.ts';
import { writeFiles } from './modelFolder.ts';

type ImportOptions = Parameters<typeof importTypes>[1];

/** Creates an empty folder for a model before each test. */
export function setUpImportedModel() {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'update-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  return {
    get folder() {
      return folder;
    },
    read,
    /** Returns the SDL of all files. */
    all: () =>
      readdirSync(folder)
        .filter((file) => file.endsWith('.graphql'))
        .map(read)
        .join('\n'),
    /** Imports a studio into the folder, as the command does. */
    async importStudio(studio: readonly object[], options?: ImportOptions): Promise<void> {
      const { files, model } = await importTypes(studio, options);
      writeFiles(folder, files);
      writeLock(folder, partsOf(model));
    },
    edit(file: string, ...edits: readonly (readonly [from: string | RegExp, to: string])[]): void {
      const edited = edits.reduce((sdl, [from, to]) => {
        const next = sdl.replace(from, to);
        expect(next).not.toBe(sdl);
        return next;
      }, read(file));
      writeFileSync(join(folder, file), edited);
    },
    async update(
      studio: readonly object[],
      isDryRun = false,
      languages?: readonly string[],
    ): Promise<ModelUpdate> {
      const { model } = await importTypes(studio);
      return updateModel(folder, studioSchema(studio), model, { isDryRun, languages });
    },
    /** Updates the model to a studio with one document type. Returns the changed files, and what is left to the team. */
    async updateWith(type: object, options: ImportOptions) {
      const { model } = await importTypes([type], options);
      const { files, byHand } = await updateModel(folder, studioSchema([type]), model, { isDryRun: false });
      return { files, byHand: byHand.map(({ path, text }) => `${path}: ${text}`) };
    },
    /** Returns the differences as `--diff` lists them. */
    async differencesOf(studio: readonly object[]): Promise<readonly string[]> {
      const { model } = await importTypes(studio);
      const known = readLock(folder);
      const differences = findDifferences(studioSchema(studio), model, await readTypeDefs(folder), { known });
      return differences.flatMap(({ path, text, isLeftOut }) => (isLeftOut ? [] : `${path}: ${text}`));
    },
  };
}

/** Returns the lines that an update adds. */
export const addedLines = ({ diff }: ModelUpdate): readonly string[] =>
  diff.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1).trim());
