import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isPackage, packageFile } from '../../../core/packageFiles.ts';
import type { Asset } from '../../routes/assets.ts';

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const FOLDER = 'gateway/http/reader/assets';

/** The HLS player of browsers without one. The package contains a copy. */
const HLS_FILE = packageFile(
  isPackage ? 'dist/hls.light.min.mjs' : 'node_modules/hls.js/dist/hls.light.min.mjs',
);

const createAsset = (name: string, type: string, content: string): Asset => {
  const [base, extension] = name.split('.');
  return { path: `/reader/${base}-${hash('sha256', content).slice(0, 12)}.${extension}`, type, content };
};

const readAsset = (name: string): string => readFileSync(packageFile(`${FOLDER}/${name}`), 'utf8');

const hls = existsSync(HLS_FILE)
  ? createAsset(
      'hls.js',
      JAVASCRIPT,
      readFileSync(HLS_FILE, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
    )
  : undefined;

/** The files of the pages. Without the HLS player, browsers without one get the link to the video. */
export const READER_ASSETS: Readonly<Record<'style' | 'script', Asset>> & {
  readonly hls: Asset | undefined;
} = {
  style: createAsset('reader.css', 'text/css; charset=utf-8', readAsset('reader.css')),
  script: createAsset(
    'reader.js',
    JAVASCRIPT,
    readAsset('reader.js').replace('/reader/hls.js', hls?.path ?? ''),
  ),
  hls,
};
