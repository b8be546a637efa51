import { cutText } from '../../../core/text/textBoundaries.ts';
import { type Html, html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import { textDirection } from '../markup/textDirection.ts';
import { selectionAt, valueAt } from '../model/fieldPaths.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { keepMarker, unmarked } from '../sources/textMarkers.ts';
import { IMAGE_FIELDS, imageMarkup } from '../views/assetViews.ts';
import { authorFields, authorsOf, renderAuthors } from '../views/authors.ts';
import { renderField } from '../views/fieldView.ts';
import { fieldText, fieldValue, linkFields, readLink, renderTitle } from '../views/linkView.ts';
import { asDay } from '../views/scalarViews.ts';
import { selectionOf } from '../views/selection.ts';
import { topicFields, topicOf } from '../views/topics.ts';
import { LENGTH_FIELD, lengthOf, POSTER_FIELDS, posterMarkup } from '../views/videoView.ts';
import { type Data, isData, type PageContext, type View } from '../views/view.ts';

const PICTURE_SIZES = '(min-width: 60rem) 24rem, (min-width: 36rem) 44vw, 94vw';
export const LEAD_SIZES = '(min-width: 60rem) 46rem, 94vw';
/** The length of an excerpt. */
const EXCERPT_CHARACTERS = 180;

/** The parts of a card that can be left out. */
export interface CardParts {
  /** True if a document without a standfirst has the beginning of its text. */
  readonly hasExcerpts: boolean;
}

/** Returns the fields of a card of a document. */
export function cardFields(
  type: ReaderType,
  types: ReaderTypes,
  { hasExcerpts }: CardParts = { hasExcerpts: false },
): readonly string[] {
  const { picture, date, standfirst, text, video } = type;
  const isVideo = picture.at(-1)?.model.shape === 'video';
  const values = new Set([...linkFields(type), ...[date, standfirst].flatMap((field) => field?.name ?? [])]);
  const pictureFields = isVideo ? POSTER_FIELDS : IMAGE_FIELDS;
  return [
    ...values,
    ...authorFields(type, types),
    ...topicFields(type, types),
    ...(video && !isVideo ? [`${video.name} { ${LENGTH_FIELD} }`] : []),
    ...(hasExcerpts && !standfirst && text ? [`${text.name} { plainText }`] : []),
    ...(picture.length > 0 ? [selectionAt(picture, selectionOf(pictureFields))] : []),
  ];
}

interface CardOptions {
  readonly types: ReaderTypes;
  /** Of its heading. */
  readonly level?: 2 | 3;
  /** The name of its type, where cards of several types are shown. */
  readonly kind?: string;
  /** The widths of its picture; default: those in a grid of cards. */
  readonly sizes?: string;
  /** True for the lead of a page, whose picture is loaded first. */
  readonly isFirst?: boolean;
}

/** Returns the standfirst of a document, else the beginning of its text; empty without both. */
export function excerptOf({ standfirst, text }: ReaderType, data: Data): string {
  const body = fieldValue(data, text);
  const plain = isData(body) && typeof body.plainText === 'string' ? body.plainText : '';
  const words = (fieldText(data, standfirst) || plain).replaceAll(/\s+/g, ' ').trim();
  return keepMarker(words, (plain) =>
    plain.length > EXCERPT_CHARACTERS ? `${cutText(plain, EXCERPT_CHARACTERS)} …` : plain,
  );
}

/** Renders the card of a document: picture, title, excerpt, authors and date, with a further part. */
export function renderCard(
  type: ReaderType,
  data: Data,
  context: PageContext,
  {
    types,
    level = 2,
    kind,
    sizes = PICTURE_SIZES,
    isFirst = false,
    more,
  }: CardOptions & { readonly more?: Html | undefined },
): Html | undefined {
  const link = readLink(type, data, context);
  if (!link) return undefined;
  const picture = valueAt(type.picture, data);
  const image = imageMarkup(picture, { sizes, isDecorative: true, isFirst }) ?? posterMarkup(picture);
  const isPerson = type.role === 'person';
  const portrait = isPerson && !image ? initialsOf(unmarked(link.title)) : undefined;
  const isPlain = !image && !portrait;
  const excerpt = excerptOf(type, data);
  const length = type.video && lengthOf(data[type.video.name], context);
  const topic = kind === undefined ? topicOf(type, types, data, context) : undefined;
  const facts = [...(kind ? [html`${kind}`] : []), ...bylineOf(type, data, context, types)];
  const title = html`<a href="${link.path}">${renderTitle(type, data, context)}</a>`;
  return html`<div class="card${isPerson && ' person'}${isPlain && ' plain'}">${image ? html`<div class="picture">${image}${length !== undefined && html`<span class="length">${length}</span>`}</div>` : portrait}<div class="card-text" dir="${textDirection(link.title)}">${topic && html`<p class="eyebrow"><a href="${topic.path}">${topic.title}</a></p>`}${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}${!more && excerpt !== '' && html`<p class="excerpt" dir="auto">${excerpt}</p>`}${more}${facts.length > 0 && html`<p class="facts">${joinLine(facts)}</p>`}</div></div>`;
}

/** Renders the initials of a person in place of a portrait. */
function initialsOf(name: string): Html | undefined {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
  return letters === ''
    ? undefined
    : html`<div class="picture" aria-hidden="true"><span class="initials">${letters}</span></div>`;
}

/** Returns the authors and the date of a document. */
export function bylineOf(
  type: ReaderType,
  data: Data,
  context: PageContext,
  types: ReaderTypes,
): readonly Html[] {
  const authors = renderAuthors(authorsOf(type, types, data, context), context);
  const date = type.date && renderField(asDay({ field: type.date }), data, context);
  return [...(authors ? [authors] : []), ...(date ? [date] : [])];
}

/** Creates the view of a document as a card. */
export const createCardView = (type: ReaderType, options: CardOptions): View => ({
  arguments: '',
  fields: cardFields(type, options.types),
  isWide: () => true,
  form: 'tile',
  target: (value, context) => readLink(type, value, context),
  render: (value, context) => (isData(value) ? renderCard(type, value, context, options) : undefined),
});
