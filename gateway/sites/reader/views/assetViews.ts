import { safeUrl } from '../../../../schema/rich-text/safeUrl.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { type Data, isData, type View } from './view.ts';

const WIDTHS = '[320, 640, 960, 1280, 1920]';
/** The width of the text column, in which most images are. */
const SIZES = '(min-width: 43.5rem) 40rem, 92vw';

/** The fields of an image that `imageMarkup` reads. */
export const IMAGE_FIELDS = ['url(width: 960)', `srcSet(widths: ${WIDTHS})`, 'width', 'height', 'alt'];

interface ImageOptions {
  /** The widths of the image in the page; default: the widths of the text column. */
  readonly sizes?: string;
  /** True for a picture beside a link that says the same. */
  readonly isDecorative?: boolean;
  /** True for the picture at the head of a page, which is loaded first. */
  readonly isFirst?: boolean;
}

/** Returns the `img` of an image; undefined without a URL. */
export function imageMarkup(
  image: unknown,
  { sizes = SIZES, isDecorative = false, isFirst = false }: ImageOptions = {},
): Html | undefined {
  if (!isData(image)) return undefined;
  const url = safeUrl(image.url);
  if (!url) return undefined;
  const srcSet = typeof image.srcSet === 'string' && image.srcSet !== '' ? image.srcSet : undefined;
  const loading = isFirst ? html` fetchpriority="high"` : html` loading="lazy"`;
  return html`<img src="${url}"${srcSet && html` srcset="${srcSet}" sizes="${sizes}"`} alt="${isDecorative ? '' : textOf(image.alt)}" width="${textOf(image.width)}" height="${textOf(image.height)}"${loading} decoding="async">`;
}

/** Returns whether a value is an image with the fields of `imageMarkup`. */
export const isPicture = (value: unknown): boolean => isData(value) && typeof value.srcSet === 'string';

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const viewOfImage = (options: ImageOptions): View => ({
  arguments: '',
  fields: [...IMAGE_FIELDS, 'caption'],
  isWide: () => true,
  render(value) {
    const image = imageMarkup(value, options);
    if (!image) return undefined;
    const caption = textOf((value as Data).caption).trim();
    return html`<figure>${image}${caption && html`<figcaption>${isolate(caption)}</figcaption>`}</figure>`;
  },
});

export const imageView = viewOfImage({});

/** The view of the image at the head of a page. */
export const heroView = viewOfImage({ sizes: '(min-width: 74rem) 69rem, 94vw', isFirst: true });

export const fileView: View = {
  arguments: '',
  fields: ['url', 'originalFilename', 'size', 'extension'],
  isWide: () => false,
  target: (value) => {
    const path = isData(value) ? safeUrl(value.url) : undefined;
    return path === undefined ? undefined : { path };
  },
  render(value, { formats, messages }) {
    if (!isData(value)) return undefined;
    const url = safeUrl(value.url);
    if (!url) return undefined;
    const kind = textOf(value.extension).toUpperCase();
    const facts = [kind, typeof value.size === 'number' ? formats.bytes(value.size) : ''].filter(Boolean);
    const name = isolate(textOf(value.originalFilename) || messages.file);
    return html`<a href="${url}">${name}</a>${facts.length > 0 && [' (', facts.map((fact, index) => [index > 0 && ', ', isolate(fact)]), ')']}`;
  },
};

export const geoPointView: View = {
  arguments: '',
  fields: ['lat', 'lng', 'alt'],
  isWide: () => false,
  render(value, { formats, messages: { compass } }) {
    if (!isData(value) || typeof value.lat !== 'number' || typeof value.lng !== 'number') return undefined;
    const { lat, lng, alt } = value;
    const [north, south, east, west] = compass;
    const degrees = (number: number, positive: string, negative: string) =>
      html`${isolate(`${formats.number(Math.abs(number))}°`)} ${number < 0 ? negative : positive}`;
    const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=14/${lat}/${lng}`;
    return isolate(
      html`<a href="${map}" rel="noopener">${degrees(lat, north, south)}, ${degrees(lng, east, west)}</a>${typeof alt === 'number' && `, ${formats.number(alt)} m`}`,
    );
  },
};
