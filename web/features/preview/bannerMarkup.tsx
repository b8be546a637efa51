import type { PagePreview } from '../../../schema/pages.ts';
import { PreviewBanner } from './PreviewBanner.tsx';
import css from './previewBanner.css?inline';

/** The element with the banner. It is outside of what React renders, which has the markup of the published page. */
export const BANNER_ID = 'preview-banner';

interface BannerProps {
  readonly preview: PagePreview;
  readonly hasEnded?: boolean;
  onLeave?(): Promise<boolean>;
}

/** The content of the shadow root of the banner, with its styles, which are in no sheet that readers load. */
export const BannerRoot = ({ preview, hasEnded = false, onLeave = async () => false }: BannerProps) => (
  <>
    <style>{css}</style>
    <PreviewBanner preview={preview} hasEnded={hasEnded} onLeave={onLeave} />
  </>
);
