import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../support/stack.ts';
import { SOURCES } from './pages.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

const ENTRY = 'entry.client.tsx';
const SHEET = 'style.css';
/** What comes only once somebody wants to watch. */
const PLAYER = 'features/player/Player.tsx';

/** What a page asks of every browser before it can be used, in bytes of gzip. */
export interface BuiltPage {
  readonly js: number;
  readonly css: number;
  readonly hasPlayer: boolean;
}

/** Measures the built files of a page: its entry, its own chunk, and all that these import at once. */
export function builtPage(name: string): BuiltPage {
  const manifest = JSON.parse(readFileSync(`${ROOT}web/dist/server/manifest.json`, 'utf8')) as Manifest;
  const entries = new Set<string>();
  const visit = (entry: string) => {
    const chunk = manifest[entry];
    if (!chunk) throw new Error(`expected ${entry} in the manifest, found none; run npm run build`);
    if (entries.has(entry)) return;
    entries.add(entry);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of [ENTRY, SOURCES[name] as string]) visit(entry);
  const sizeOf = (entry: string) =>
    gzipSync(readFileSync(`${ROOT}web/dist/app/${manifest[entry]?.file}`), { level: 9 }).length;
  const js = [...entries].reduce((sum, entry) => sum + sizeOf(entry), 0);
  return { js, css: sizeOf(SHEET), hasPlayer: entries.has(PLAYER) };
}
