import type { SheetNode } from './criticalCss.ts';

/** Vite's manifest (https://vite.dev/guide/backend-integration): a source file, and what it was built into. */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }
  >
>;

/** The built files, or the sources as a development server gives them. */
export type Assets =
  | { readonly manifest: Manifest; readonly sheet: readonly SheetNode[] }
  | { readonly development: PageAssets };

/** The files of a page, as addresses. */
export interface PageAssets {
  /** The module that takes the page over in the browser. */
  readonly entry: string;
  readonly styles: readonly string[];
  /** The rules of the one sheet of all pages, each with what it needs to apply; not in development. */
  readonly sheet?: readonly SheetNode[];
  /** Modules the entry and the page's own chunk will ask for. */
  readonly modules: readonly string[];
  /** Those of them that the entry builds on, each after what it builds on itself: they can be run one by one before it. */
  readonly first: readonly string[];
  /** The module that a film is played with, which is wanted only when somebody presses Play. */
  readonly player?: string;
  /** Code to run before the entry; in development only. */
  readonly prelude?: string;
  /** Sheets with their text, by the names Vite knows them under; in development only. */
  readonly sheets?: readonly { readonly id: string; readonly text: string }[];
}

const ENTRY = 'entry.client.tsx';
/** The one sheet of all pages. */
const SHEET = 'style.css';
const PLAYER = 'features/player/Player.tsx';

/**
 * The files that a page needs at once.
 * @param pages the source files of the page's routes, as the manifest names them
 * @throws Error when the manifest is of something else
 */
export function assetsOf(assets: Assets, pages: readonly string[]): PageAssets {
  if (isDevelopment(assets)) return assets.development;
  const { manifest } = assets;
  const entry = manifest[ENTRY];
  if (!entry)
    throw new Error(`expected ${ENTRY} in the manifest of the built app, found none; build the app anew`);
  const visited = new Set<string>();
  const styles = new Set<string>();
  const modules: string[] = [];
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || visited.has(name)) return;
    visited.add(name);
    for (const sheet of chunk.css ?? []) styles.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
    modules.push(address(chunk.file));
  };
  for (const name of [ENTRY, ...pages]) visit(name);
  const one = manifest[SHEET];
  if (one) styles.add(one.file);
  const player = manifest[PLAYER];
  const at = modules.indexOf(address(entry.file));
  return {
    entry: address(entry.file),
    styles: [...styles].map(address),
    sheet: assets.sheet,
    modules: modules.toSpliced(at, 1),
    first: modules.slice(0, at),
    ...(player && { player: address(player.file) }),
  };
}

const address = (file: string) => `/${file}`;

const isDevelopment = (assets: Assets): assets is { readonly development: PageAssets } =>
  'development' in assets;
