import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../support/stack.ts';
import { SOURCES } from './pages.ts';

type Manifest = Record<string, { file: string; imports?: string[] }>;

const ENTRY = 'entry.client.tsx';
const STYLESHEET = 'style.css';
/** Loaded only when a visitor starts a video. */
const PLAYER = 'features/player/Player.tsx';

/** Gzipped bytes that every browser loads before the page is usable. The sheet of late styles is not among them. */
export interface BuiltPage {
  readonly js: number;
  readonly css: number;
  readonly hasPlayer: boolean;
}

/** Measures the files of a page: the entry, the chunk of its route, and their static imports. */
export function builtPage(name: string): BuiltPage {
  const manifest = JSON.parse(readFileSync(`${ROOT}web/dist/server/manifest.json`, 'utf8')) as Manifest;
  const entries = new Set<string>();
  const visit = (entry: string) => {
    const chunk = manifest[entry];
    if (!chunk) throw new Error(`expected ${entry} in the manifest, got none: run npm run build`);
    if (entries.has(entry)) return;
    entries.add(entry);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of [ENTRY, SOURCES[name] as string]) visit(entry);
  const sizeOf = (entry: string) =>
    gzipSync(readFileSync(`${ROOT}web/dist/app/${manifest[entry]?.file}`), { level: 9 }).length;
  const js = [...entries].reduce((sum, entry) => sum + sizeOf(entry), 0);
  return { js, css: sizeOf(STYLESHEET), hasPlayer: entries.has(PLAYER) };
}
