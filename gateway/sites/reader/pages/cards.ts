import { type Html, html } from '../markup/html.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { IMAGE_FIELDS, imageMarkup } from '../views/assetViews.ts';
import { fieldValue, linkFields, readLink } from '../views/linkView.ts';
import { selectionOf } from '../views/selection.ts';
import { POSTER_FIELDS, posterMarkup } from '../views/videoView.ts';
import { type Data, isData, type PageContext, type View } from '../views/view.ts';

const PICTURE_SIZES = '(min-width: 60rem) 18rem, (min-width: 36rem) 44vw, 94vw';

/** Returns the fields of a card of a document. */
export const cardFields = (type: ReaderType): readonly string[] => {
  const { picture, date } = type;
  const fields = [...linkFields(type), ...(date ? [date.name] : [])];
  const pictureFields = picture?.model.shape === 'video' ? POSTER_FIELDS : IMAGE_FIELDS;
  return [...new Set(fields), ...(picture ? [`${picture.name} ${selectionOf(pictureFields)}`] : [])];
};

interface CardOptions {
  /** Of its heading. */
  readonly level?: 2 | 3;
  /** The name of its type, where cards of several types are shown. */
  readonly kind?: string;
}

/** Renders the card of a document: picture, title and date, with a further part. */
export function renderCard(
  type: ReaderType,
  data: Data,
  context: PageContext,
  { level = 2, kind, more }: CardOptions & { readonly more?: Html | undefined } = {},
): Html | undefined {
  const link = readLink(type, data, context);
  if (!link) return undefined;
  const picture = fieldValue(data, type.picture);
  const image = imageMarkup(picture, PICTURE_SIZES) ?? posterMarkup(picture);
  const date = fieldValue(data, type.date);
  const shownDate =
    typeof date === 'string' && html`<time datetime="${date}">${context.formats.date(date)}</time>`;
  const facts = [...(kind ? [html`${kind}`] : []), ...(shownDate ? [shownDate] : [])];
  const title = html`<a href="${link.path}">${link.title}</a>`;
  return html`<li class="card">${image && html`<div class="picture">${image}</div>`}<div>${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}${facts.length > 0 && html`<p class="facts">${facts.map((fact, index) => [index > 0 && ' · ', fact])}</p>`}${more}</div></li>`;
}

/** Creates the view of a document as a card. */
export const createCardView = (type: ReaderType, options: CardOptions = {}): View => ({
  arguments: '',
  fields: cardFields(type),
  isWide: () => true,
  render: (value, context) => (isData(value) ? renderCard(type, value, context, options) : undefined),
});
