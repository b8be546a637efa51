import { renderToStaticMarkup } from 'react-dom/server';
import type { PagePreview } from '../../../schema/pages.ts';
import { BANNER_ID, BannerRoot } from '../../features/preview/bannerMarkup.tsx';

/** Returns the markup of the banner of a page in preview. Its button works before hydration, and without scripts. */
export const renderBanner = (preview: PagePreview): string =>
  `<div id="${BANNER_ID}"><template shadowrootmode="open">${renderToStaticMarkup(<BannerRoot preview={preview} />)}</template></div>`;
