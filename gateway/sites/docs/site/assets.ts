import { readFileSync } from 'node:fs';
import { packageFile } from '../../../core/packageFiles.ts';
import { createStaticAsset, readStyles, type StaticAsset } from '../../../http/assets/staticAssets.ts';
import { DOCS_PATH } from '../../../http/hooks/responseHeaders.ts';

const FOLDER = 'gateway/sites/docs/assets';
const ADDRESS = `${DOCS_PATH}/assets`;

/** The parts of the style sheet, in the order of the cascade. */
const STYLES = ['base', 'header', 'columns', 'text', 'examples', 'pageLinks', 'narrowHeader', 'print'];

/** The style and the script of the pages. */
export const DOCS_ASSETS: Readonly<Record<'style' | 'script', StaticAsset>> = {
  style: createStaticAsset(ADDRESS, 'site', 'css', readStyles(`${FOLDER}/styles`, STYLES)),
  script: createStaticAsset(ADDRESS, 'site', 'js', readFileSync(packageFile(`${FOLDER}/site.js`), 'utf8')),
};
