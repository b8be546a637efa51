import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { openToolPackage } from '../tools/toolPackage.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const requireTool = createRequire(`${FOLDER}package.json`);

export const { install: installTools, versionOf } = openToolPackage(FOLDER);

/** Loads an installed package. Its types are those that the caller declares. */
export const loadTool = <Module>(name: string): Module => requireTool(name) as Module;
