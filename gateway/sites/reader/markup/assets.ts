import { existsSync, readFileSync } from 'node:fs';
import { isPackage, packageFile } from '../../../core/packageFiles.ts';
import { createStaticAsset, readStyles, type StaticAsset } from '../../../http/assets/staticAssets.ts';
import { findOverlays, type Overlays } from '../../../http/pages/builtWeb.ts';

const FOLDER = 'gateway/sites/reader/assets';
const ADDRESS = '/reader';

/** The HLS player of browsers without one. The package contains a copy. */
const HLS_FILE = packageFile(
  isPackage ? 'dist/hls.light.min.mjs' : 'node_modules/hls.js/dist/hls.light.min.mjs',
);

/** The parts of the style sheet, in the order of the cascade. */
const STYLES = [
  'base',
  'frame',
  'headings',
  'lists',
  'leads',
  'links',
  'document',
  'objects',
  'prose',
  'figures',
  'facets',
  'print',
];

const hls = existsSync(HLS_FILE)
  ? createStaticAsset(
      ADDRESS,
      'hls',
      'js',
      readFileSync(HLS_FILE, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    )
  : undefined;

/** The files of the pages. Without the HLS player, browsers without one get the link to the video. */
export const READER_ASSETS: Readonly<Record<'style' | 'previewStyle' | 'script', StaticAsset>> & {
  /** For pages in the session of an editor only; undefined if they are not built. */
  readonly overlays: Overlays | undefined;
  readonly hls: StaticAsset | undefined;
} = {
  style: createStaticAsset(ADDRESS, 'reader', 'css', readStyles(`${FOLDER}/styles`, STYLES)),
  /** For pages in preview only. */
  previewStyle: createStaticAsset(ADDRESS, 'preview', 'css', readStyles(`${FOLDER}/styles`, ['preview'])),
  script: createStaticAsset(
    ADDRESS,
    'reader',
    'js',
    readFileSync(packageFile(`${FOLDER}/reader.js`), 'utf8').replace('/reader/hls.js', hls?.path ?? ''),
  ),
  hls,
  overlays: findOverlays(),
};
