import type { CssNode } from './criticalCss.ts';

/** Vite's manifest: maps source files to chunks. https://vite.dev/guide/backend-integration */
export type Manifest = Readonly<
  Record<
    string,
    { readonly file: string; readonly css?: readonly string[]; readonly imports?: readonly string[] }
  >
>;

/** The built app, or the files of the development server. */
export type Assets =
  | { readonly manifest: Manifest; readonly cssRules: readonly CssNode[] }
  | { readonly development: PageAssets };

/** The files of a page, as URL paths. */
export interface PageAssets {
  /** The module that hydrates the page. */
  readonly entry: string;
  /** The style sheets that hydration waits for. */
  readonly styles: readonly string[];
  /** The style sheets of what a reader opens after hydration. */
  readonly lateStyles: readonly string[];
  /** The rules of the style sheet, for critical CSS; undefined in development. */
  readonly cssRules?: readonly CssNode[];
  /** Chunks that the entry and the page import. */
  readonly modules: readonly string[];
  /** The chunks that the entry imports, in the order of execution. */
  readonly entryImports: readonly string[];
  /** The chunk of the player, which loads when a film is played. */
  readonly playerModule?: string;
  /** Code that runs before the entry; in development only. */
  readonly devPreamble?: string;
  /** Style sheets by Vite id; in development only. */
  readonly devStyles?: readonly { readonly id: string; readonly text: string }[];
}

const ENTRY = 'entry.client.tsx';
/** The style sheets of all pages (`build/styleSheets.ts`). */
const SHEET = 'style.css';
const LATE_SHEET = 'late.css';
const PLAYER = 'features/player/Player.tsx';

/**
 * Returns the files that a page needs.
 * @param sources the source files of the page's routes, as keys of the manifest
 * @throws Error if the manifest has no entry
 */
export function pageAssets(assets: Assets, sources: readonly string[]): PageAssets {
  if (isDevelopment(assets)) return assets.development;
  const { manifest } = assets;
  const entry = manifest[ENTRY];
  if (!entry)
    throw new Error(`expected ${ENTRY} in the manifest of the built app, found none; run npm run build`);
  const visited = new Set<string>();
  const styles = new Set<string>();
  const modules: string[] = [];
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || visited.has(name)) return;
    visited.add(name);
    for (const sheet of chunk.css ?? []) styles.add(sheet);
    for (const imported of chunk.imports ?? []) visit(imported);
    modules.push(urlPath(chunk.file));
  };
  for (const name of [ENTRY, ...sources]) visit(name);
  const sheet = manifest[SHEET];
  if (sheet) styles.add(sheet.file);
  const lateSheet = manifest[LATE_SHEET];
  const player = manifest[PLAYER];
  const entryIndex = modules.indexOf(urlPath(entry.file));
  return {
    entry: urlPath(entry.file),
    styles: [...styles].map(urlPath),
    lateStyles: lateSheet ? [urlPath(lateSheet.file)] : [],
    cssRules: assets.cssRules,
    modules: modules.toSpliced(entryIndex, 1),
    entryImports: modules.slice(0, entryIndex),
    ...(player && { playerModule: urlPath(player.file) }),
  };
}

const urlPath = (file: string) => `/${file}`;

const isDevelopment = (assets: Assets): assets is { readonly development: PageAssets } =>
  'development' in assets;
