import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DOCUMENTED_ORIGIN } from '../../../gateway/sites/docs/markdown/operationPrograms.ts';
import { openToolPackage } from '../tools/toolPackage.ts';
import type { TestedGraph } from './clientProgram.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const TOOL_TIMEOUT_MS = 60_000;

export const { install: installTools, versionOf } = openToolPackage(FOLDER);

/** Runs a script of an installed package. @throws Error with its output, unless it ends with 0 */
export const runTool = (script: string, args: readonly string[], cwd: string = FOLDER): Promise<void> =>
  new Promise((resolve, reject) => {
    const path = join(FOLDER, 'node_modules', script);
    execFile(process.execPath, [path, ...args], { cwd, timeout: TOOL_TIMEOUT_MS }, (error, out, err) => {
      if (!error) return resolve();
      reject(new Error(`expected ${script} to end with 0, got ${error.code ?? error.signal}:\n${out}${err}`));
    });
  });

/** Checks the types of the programs. @throws Error with the faults */
export const checkTypes = (): Promise<void> => runTool('typescript/bin/tsc', ['--noEmit', '--project', '.']);

/** Downloads a file of the gateway into a folder. @returns its text */
export async function download({ origin }: TestedGraph, path: string, folder: string): Promise<string> {
  const response = await fetch(`${origin}${path}`);
  if (!response.ok) throw new Error(`expected ${path}, got status ${response.status}`);
  const text = await response.text();
  writeFileSync(join(folder, basename(path)), text);
  return text;
}

/**
 * Writes the files of a guide into a folder, with the address of the gateway in place of the documented one.
 * @param prefix of the files, which is removed, for example `relay/`
 */
export function writeGuide(guide: string, prefix: string, { origin }: TestedGraph, folder: string): void {
  const text = readFileSync(new URL(`../../../docs/api/${guide}.md`, import.meta.url), 'utf8');
  for (const [, file = '', code = ''] of text.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    if (!file.startsWith(prefix)) continue;
    const path = join(folder, file.slice(prefix.length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code.replaceAll(DOCUMENTED_ORIGIN, origin));
  }
}

/** Creates a folder for the generated code of a program, with its sources. It is replaced by the next run. */
export function createFolder(program: string): string {
  const folder = join(FOLDER, '.generated', program);
  const sources = join(FOLDER, 'sources', program);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (existsSync(sources)) cpSync(sources, folder, { recursive: true });
  return folder;
}

/**
 * Compiles the sources and the generated code of a program.
 * @returns the module
 * @throws Error with the faults of the types
 */
export async function compile<Module>(folder: string, file: string): Promise<Module> {
  const output = join(folder, 'build');
  await runTool('typescript/bin/tsc', ['--project', folder, '--outDir', output]);
  writeFileSync(join(output, 'package.json'), '{ "type": "commonjs" }');
  const compiled: Module | { default: Module } = await import(pathToFileURL(join(output, file)).href);
  return 'default' in (compiled as object) ? (compiled as { default: Module }).default : (compiled as Module);
}
