import { type Html, html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import { textDirection } from '../markup/textDirection.ts';
import type { PathOptions } from '../model/fieldPaths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType, ReaderTypes } from '../model/readerTypes.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { heroView } from '../views/assetViews.ts';
import { authorFields } from '../views/authors.ts';
import { type ChapterFields, chapterFields, renderChapters } from '../views/chapters.ts';
import { type FieldView, fieldViews, renderField, textsOf } from '../views/fieldView.ts';
import { renderTitle, titleOf } from '../views/linkView.ts';
import { asLine } from '../views/scalarViews.ts';
import {
  createHeroVideoView,
  createTranscript,
  isPlayable,
  lengthOf,
  type RenderTranscript,
} from '../views/videoView.ts';
import type { Data, FieldNesting, PageContext, Views } from '../views/view.ts';
import { bylineOf, EXCERPT_FIELDS } from './cards.ts';

/** The head of a document: what names, introduces and dates it. */
export interface DocumentHead {
  /** The fields that it selects, in addition to the fields of a link. */
  readonly selection: readonly string[];
  readonly topics: readonly FieldView[];
  readonly standfirst: FieldView | undefined;
  /** Its video, and its picture, which stands for a video that cannot be played yet. */
  readonly heroes: readonly FieldView[];
  /** The chapters of its video. */
  readonly chapters: (FieldView & ChapterFields) | undefined;
  readonly renderTranscript: RenderTranscript;
}

/** Returns the head of the documents of a type, and their other fields. */
export function headFields(
  type: ReaderType,
  types: ReaderTypes,
  views: Views,
  nesting: FieldNesting,
  options: PathOptions,
): { readonly head: DocumentHead; readonly remainingFields: readonly ReadableField[] } {
  const { titles, slug, standfirst, author, picture, date, text, topics: topicFields, video } = type;
  const { locales } = options.model;
  const byline = authorFields(type, types);
  const topics = fieldViews(topicFields, views, nesting);
  // A picture in a list or in an inline object is a part of the text.
  const images =
    picture.length === 1 ? picture.filter(({ model }) => model.shape === 'image' && !model.isList) : [];
  const heroes = [
    ...fieldViews(video ? [video] : [], views, nesting).map(({ field }) => ({
      field,
      view: createHeroVideoView(locales),
    })),
    ...fieldViews(images, views, nesting).map(({ field }) => ({ field, view: heroView })),
  ];
  const found = video && chapterFields(type.fields, options);
  const [chapters] = found
    ? fieldViews([found.list], views, nesting).map((each) => ({ ...each, ...found }))
    : [];
  const inHead = new Set([
    ...[...titles.flat(), slug, type.language?.field, standfirst, date, ...topicFields],
    ...[byline.length > 0 ? author : undefined, ...heroes.map(({ field }) => field), chapters?.field],
  ]);
  return {
    head: {
      topics,
      standfirst: standfirst && asLine({ field: standfirst }),
      heroes,
      chapters,
      renderTranscript: createTranscript(locales),
      selection: [
        ...[standfirst, date].flatMap((field) => field?.name ?? []),
        ...byline,
        ...(!standfirst && text ? [`${text.name} ${EXCERPT_FIELDS}`] : []),
        ...textsOf([...topics, ...heroes, ...(chapters ? [chapters] : [])]),
      ],
    },
    remainingFields: type.fields.filter((field) => !inHead.has(field)),
  };
}

/** Longer titles are set in a smaller size. */
const MAX_DISPLAY_CHARACTERS = 80;

/** Renders the head of a document. @param name the heading, which is hidden, of a page whose document has no title for readers */
export function renderHead(
  { topics, standfirst, heroes, chapters, renderTranscript }: DocumentHead,
  type: ReaderType,
  types: ReaderTypes,
  document: Data,
  context: PageContext,
  name?: string,
): Html {
  const title = unmarked(titleOf(type, document, context.messages));
  const about = topics.flatMap((topic) => renderField(topic, document, context) ?? []);
  const introduction = standfirst && renderField(standfirst, document, context);
  const hero = heroOf(heroes, document);
  const length = hero && lengthOf(document[hero.field.name], context);
  const byline = [
    ...bylineOf(type, document, context, types),
    ...(length === undefined ? [] : [html`<span class="length">${length}</span>`]),
  ];
  const video = hero?.field.model.shape === 'video' ? document[hero.field.name] : undefined;
  const below = [
    (chapters && renderChapters(chapters, document[chapters.field.name], context, isPlayable(video))) ?? [],
    renderTranscript(video, context) ?? [],
  ].flat();
  const picture = hero && renderField(hero, document, context);
  return html`<div class="head" dir="${textDirection(title)}">
${about.length > 0 && html`<div class="topics">${about}</div>`}
${name !== undefined ? html`<h1 class="hidden">${name}</h1>` : html`<h1${title.length > MAX_DISPLAY_CHARACTERS && html` class="long"`}>${renderTitle(type, document, context)}</h1>`}
${introduction && html`<p class="standfirst">${introduction}</p>`}
${byline.length > 0 && html`<p class="facts">${joinLine(byline)}</p>`}
</div>
${(picture || below.length > 0) && html`<div class="hero">${picture}${below}</div>`}`;
}

/** Returns the video if it can be played, else the picture, else what says that the video cannot be played yet. */
function heroOf(heroes: readonly FieldView[], document: Data): FieldView | undefined {
  const shown = heroes.filter(({ field }) => document[field.name] != null);
  const ready = shown.find(({ field }) => field.model.shape === 'image' || isPlayable(document[field.name]));
  return ready ?? shown[0];
}
