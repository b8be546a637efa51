import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../support/stack.ts';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Gzipped scripts and styles of the explorer, in kB. */
export interface ExplorerSizes {
  /** Loaded before the editor. */
  readonly initialKb: number;
  /** Loaded in all, with the editor and every panel. */
  readonly totalKb: number;
}

export const EXPLORER_BUDGET_KB: ExplorerSizes = { initialKb: 100, totalKb: 450 };

const FOLDER = `${ROOT}web/dist/explorer/`;
const ENTRY = 'index.html';

/** Measures the built explorer. */
export function explorerSizes(): ExplorerSizes {
  const manifest = JSON.parse(readFileSync(`${FOLDER}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const initial = new Set<string>();
  const addImports = (name: string) => {
    const chunk = manifest[name];
    if (!chunk)
      throw new Error(`expected ${name} in the manifest of the explorer, got none: run npm run build`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) initial.add(file);
    for (const imported of chunk.imports ?? []) addImports(imported);
  };
  addImports(ENTRY);
  const all = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
  return { initialKb: kbOf(initial), totalKb: kbOf(all) };
}

const kbOf = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${FOLDER}${file}`), { level: 9 }).length, 0) /
  1000;
