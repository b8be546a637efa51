import { type Html, html } from '../markup/html.ts';
import { innerFields, type PathOptions } from '../model/fieldPaths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isFilmPosition } from '../model/roles.ts';
import { type FieldView, renderField } from './fieldView.ts';
import { asLine } from './scalarViews.ts';
import { isData, type PageContext } from './view.ts';

/** The fields of a document with the chapters of its video. */
export interface ChapterFields {
  readonly list: ReadableField;
  readonly start: ReadableField;
  readonly title: FieldView;
}

/** Returns the chapters of the video of a document: a list of chapters with a position and a title and no more; undefined without one. */
export function chapterFields(
  fields: readonly ReadableField[],
  options: PathOptions,
): ChapterFields | undefined {
  const found = fields.flatMap((list) => {
    if (!list.model.isList || list.model.shape !== 'object') return [];
    const inner = innerFields(list, options);
    const [start, ...positions] = inner.filter(({ model }) => isFilmPosition(model, list.model.typeName));
    const [title] = fieldsWithRole(inner, 'title');
    const hasMore = inner.length > 2 + positions.length;
    return start && title && !hasMore ? [{ list, start, title: asLine({ field: title }) }] : [];
  });
  return found[0];
}

/**
 * Renders chapters, as links that seek the video of the page if it can be played; undefined without any.
 * @param value the value of the list
 */
export function renderChapters(
  { start, title }: ChapterFields,
  value: unknown,
  context: PageContext,
  isPlayable: boolean,
): Html | undefined {
  const chapters = (Array.isArray(value) ? value.filter(isData) : []).flatMap((chapter) => {
    const seconds = chapter[start.name];
    const name = renderField(title, chapter, context);
    return typeof seconds === 'number' && name ? [{ seconds, name }] : [];
  });
  if (chapters.length === 0) return undefined;
  const { formats, messages } = context;
  return html`<nav class="chapters" aria-label="${messages.chapters}"><ol>${chapters.map(
    ({ seconds, name }) => {
      const words = html`<bdi class="time">${formats.position(seconds)}</bdi> <span>${name}</span>`;
      return html`<li>${isPlayable ? html`<a href="#t=${seconds}">${words}</a>` : words}</li>`;
    },
  )}</ol></nav>`;
}
