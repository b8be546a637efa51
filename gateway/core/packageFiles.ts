import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';

const EXTENSION = extname(import.meta.filename);

/** True if the code runs from the npm package, where it is JavaScript in `dist`, and false if it runs from its sources. */
export const isPackage = EXTENSION === '.js';

/** The root folder of the repository or of the npm package. */
export const PACKAGE_ROOT = dirname(findPackageJSON(import.meta.url) as string);

const CODE_ROOT = isPackage ? join(PACKAGE_ROOT, 'dist') : PACKAGE_ROOT;

/** Returns the path of a file that is not code, for example `schema/core`. */
export const packageFile = (path: string): string => join(PACKAGE_ROOT, path);

/** Returns the path of a module. @param path relative to the root, without extension, for example `gateway/main` */
export const moduleFile = (path: string): string => join(CODE_ROOT, `${path}${EXTENSION}`);
