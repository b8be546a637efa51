import { dirname, extname, join, resolve } from 'node:path';

const CODE_ROOT = resolve(import.meta.dirname, '../..');
const EXTENSION = extname(import.meta.filename);

/** True if the code runs from the npm package, where it is JavaScript in `dist`, and false if it runs from its sources. */
export const isPackage = EXTENSION === '.js';

/** The root folder of the repository or of the npm package. */
export const PACKAGE_ROOT = isPackage ? dirname(CODE_ROOT) : CODE_ROOT;

/** Returns the path of a file that is not code, for example `schema/core`. */
export const packageFile = (path: string): string => join(PACKAGE_ROOT, path);

/** Returns the path of a module. @param path relative to the root, without extension, for example `gateway/main` */
export const moduleFile = (path: string): string => join(CODE_ROOT, `${path}${EXTENSION}`);
