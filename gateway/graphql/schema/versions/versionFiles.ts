import { dirname, join } from 'node:path';

/** The name of a version: a date, `.2` and so on for further versions of a day, and `-preview` for versions without a promise. */
const VERSION_NAME = /^\d{4}-\d{2}-\d{2}(\.[2-9])?(-preview)?$/;

/** Returns whether a text is the name of a version. */
export const isVersionName = (text: string): boolean => VERSION_NAME.test(text);

/** Returns whether later versions may break a version without a decision. */
export const isPreview = (version: string): boolean => version.endsWith('-preview');

/** Compares names of versions, the earlier first. A preview is earlier than the version of the same name. */
export function compareVersions(a: string, b: string): number {
  const keyOf = (version: string) => version.replace('-preview', '').padEnd(12, '.1');
  const [keyA, keyB] = [keyOf(a), keyOf(b)];
  if (keyA !== keyB) return keyA < keyB ? -1 : 1;
  return Number(isPreview(b)) - Number(isPreview(a));
}

/** Returns the folder with the versions of the contract of a model, which is beside the folder of the model. */
export const versionsFolder = (schemaDir: string): string => join(dirname(schemaDir), 'contract-versions');

/** Returns the file with the SDL of a version. */
export const versionFile = (folder: string, version: string): string => join(folder, `${version}.graphql`);

/** Returns the file with the changes from each version to the next. */
export const changesFile = (folder: string): string => join(folder, 'changes.json');
