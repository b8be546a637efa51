/** A picture as Portable Text holds it. */
export interface FigureImage {
  asset?: { _ref?: string };
  alt?: string;
  caption?: string;
}

const WIDTHS = [640, 960, 1280, 1600];

/**
 * The addresses of a picture that stands in a text. The text names the picture only; another picture of the same page
 * tells where pictures live (https://www.sanity.io/docs/image-urls: all of a dataset's share one folder).
 * @param sibling the address of any picture of the same publication
 * @returns null when the picture has no asset or its name cannot be read
 */
export const figureSource = (image: FigureImage | undefined, sibling: string) => {
  const [, hash, w, h, extension] = /^image-([^-]+)-(\d+)x(\d+)-(\w+)$/.exec(image?.asset?._ref ?? '') ?? [];
  if (!hash || !w || !h || !extension || !URL.canParse(sibling)) return null;
  const { origin, pathname } = new URL(sibling);
  const address = `${origin}${pathname.slice(0, pathname.lastIndexOf('/'))}/${hash}-${w}x${h}.${extension}`;
  const width = Number(w);
  const at = (size: number) => `${address}?w=${size}&auto=format`;
  const widths = [...new Set(WIDTHS.map((size) => Math.min(size, width)))];
  return {
    url: at(Math.min(1280, width)),
    srcSet: widths.map((size) => `${at(size)} ${size}w`).join(', '),
    width,
    height: Number(h),
  };
};
