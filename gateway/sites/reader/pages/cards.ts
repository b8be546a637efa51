import { isTextBlock, isTextSpan, present } from '../../../../schema/rich-text/nodes.ts';
import { storedBlocks } from '../../../../schema/rich-text/storedBlocks.ts';
import { cutText } from '../../../core/text/textBoundaries.ts';
import { Card, type PictureSizes } from '../markup/card.ts';
import { type Html, html, isolate } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import { textDirection } from '../markup/textDirection.ts';
import { selectionAt, valueAt } from '../model/fieldPaths.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { keepMarker, unmarked } from '../sources/textMarkers.ts';
import { IMAGE_FIELDS, imageMarkup } from '../views/assetViews.ts';
import { authorFields, authorsOf, renderAuthors } from '../views/authors.ts';
import { renderField } from '../views/fieldView.ts';
import { fieldText, fieldValue, linkFields, readLink, renderTitle } from '../views/linkView.ts';
import { comesLast, STATUS_FIELD } from '../views/playableFirst.ts';
import { asDay } from '../views/scalarViews.ts';
import { selectionOf } from '../views/selection.ts';
import { topicFields, topicOf } from '../views/topics.ts';
import { LENGTH_FIELD, lengthOf, POSTER_FIELDS, posterMarkup } from '../views/videoView.ts';
import { type Data, isData, type PageContext, type View } from '../views/view.ts';

/** The widths of a card in a text, which takes the text column. */
const TEXT_SIZES: PictureSizes = [
  ['(min-width: 43.5rem)', '40rem'],
  ['', '92vw'],
];
/** Portraits have one width in all windows. */
const PORTRAIT_SIZES: PictureSizes = [['', '5.5rem']];
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
  const pictureFields = isVideo ? [STATUS_FIELD, ...POSTER_FIELDS] : IMAGE_FIELDS;
  return [
    ...values,
    ...authorFields(type, types),
    ...topicFields(type, types),
    ...(video && !isVideo ? [`${video.name} { ${STATUS_FIELD} ${LENGTH_FIELD} }`] : []),
    ...(hasExcerpts && !standfirst && text ? [`${text.name} ${EXCERPT_FIELDS}`] : []),
    ...(picture.length > 0 ? [selectionAt(picture, selectionOf(pictureFields))] : []),
  ];
}

interface CardOptions {
  readonly types: ReaderTypes;
  /** Of its heading. */
  readonly level?: 2 | 3;
  /** The name of its type, where cards of several types are shown. */
  readonly kind?: string;
}

interface RenderOptions extends CardOptions {
  /** The widths of its picture outside of a grid; default: the widths of a picture in a card in a text. */
  readonly sizes?: PictureSizes;
  /** True for the lead of a page, whose picture is loaded first. */
  readonly isFirst?: boolean;
  /** What is shown in place of the excerpt. */
  readonly more?: Html | undefined;
}

const HEADING = /^h[1-6]$/;

/** The fields of a rich text that an excerpt reads. The plain text has the source for editors. */
export const EXCERPT_FIELDS = '{ plainText json }';

/** Returns the words of a rich text without its headings and objects, such as source code, formulas and tables. */
const proseOf = ({ plainText, json }: Data): string =>
  keepMarker(String(plainText ?? ''), () =>
    unmarked(
      storedBlocks(json)
        .filter(isTextBlock)
        .filter(({ style }) => !HEADING.test(style))
        .map(({ children }) =>
          present(children)
            .map((child) => (isTextSpan(child) ? child.text : '…'))
            .join(''),
        )
        .join(' '),
    ),
  );

/** Returns the standfirst of a document, else the beginning of its text; empty without both. */
export function excerptOf({ standfirst, text }: ReaderType, data: Data): string {
  const body = fieldValue(data, text);
  const words = (fieldText(data, standfirst) || (isData(body) ? proseOf(body) : ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return keepMarker(words, (plain) =>
    plain.length > EXCERPT_CHARACTERS ? `${cutText(plain, EXCERPT_CHARACTERS)} …` : plain,
  );
}

/** Renders the card of a document: picture, title, excerpt, authors and date, with a further part. */
export function renderCard(
  type: ReaderType,
  data: Data,
  context: PageContext,
  { types, level = 2, kind, sizes, isFirst = false, more }: RenderOptions,
): Card | undefined {
  const link = readLink(type, data, context);
  if (!link) return undefined;
  const excerpt = excerptOf(type, data);
  const topic = kind === undefined ? topicOf(type, types, data, context) : undefined;
  const facts = [...(kind ? [html`${kind}`] : []), ...bylineOf(type, data, context, types)];
  const title = html`<a href="${link.path}">${renderTitle(type, data, context)}</a>`;
  const words = html`<div class="card-text" dir="${textDirection(link.title)}"><hgroup>${topic && html`<p class="eyebrow"><a href="${topic.path}">${isolate(topic.title)}</a></p>`}${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}</hgroup>${!more && excerpt !== '' && html`<p class="excerpt" dir="auto">${excerpt}</p>`}${more}${facts.length > 0 && html`<p class="facts">${joinLine(facts)}</p>`}</div>`;
  const picture = valueAt(type.picture, data);
  if (type.role === 'person') {
    const portrait = () => pictureMarkup(picture, { ratio: 1, sizes: PORTRAIT_SIZES, isFirst });
    return new Card(
      words,
      { form: 'person', render: () => portrait() ?? initialsOf(unmarked(link.title)) },
      [],
    );
  }
  const length = type.video && lengthOf(data[type.video.name], context);
  const [form, ratio] = type.video ? (['video', 16 / 9] as const) : ([undefined, 3 / 2] as const);
  const render = (shown: PictureSizes) => {
    const image = pictureMarkup(picture, { ratio, sizes: shown, isFirst });
    return image && html`${image}${length !== undefined && html`<span class="length">${length}</span>`}`;
  };
  return new Card(words, { form, render }, sizes ?? TEXT_SIZES);
}

/** Renders the picture of a card. @param ratio the width of its box, divided by the height */
function pictureMarkup(
  picture: unknown,
  {
    ratio,
    sizes,
    isFirst,
  }: { readonly ratio: number; readonly sizes: PictureSizes; readonly isFirst: boolean },
): Html | undefined {
  // A picture that is wider than its box has the height of the box.
  const factor = Math.max(1, ratioOf(picture) / ratio).toFixed(2);
  const widths = sizes.map(([query, width]) =>
    `${query} ${factor === '1.00' ? width : `calc(${width} * ${factor})`}`.trim(),
  );
  const text = widths.join(', ');
  return imageMarkup(picture, { sizes: text, isDecorative: true, isFirst }) ?? posterMarkup(picture, text);
}

/** Returns the width of an image divided by its height; 16:9, the ratio of a video, if one of the two is missing. */
const ratioOf = (picture: unknown): number =>
  isData(picture) && typeof picture.width === 'number' && typeof picture.height === 'number'
    ? picture.width / picture.height
    : 16 / 9;

/** Renders the initials of a person in place of a portrait. */
function initialsOf(name: string): Html | undefined {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
  return letters === '' ? undefined : html`<span class="initials" aria-hidden="true">${letters}</span>`;
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
  isLast: (value) => isData(value) && comesLast(type, value),
  render: (value, context) => (isData(value) ? renderCard(type, value, context, options) : undefined),
});
