import { type Html, html } from '../markup/html.ts';
import { innerFields, type PathOptions } from '../model/fieldPaths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isNumber, POSITION_NAME } from '../model/roles.ts';
import { type FieldView, renderField } from './fieldView.ts';
import { asLine } from './scalarViews.ts';
import { isData, type PageContext } from './view.ts';

/** The fields of a document with the chapters of its video. */
export interface ChapterFields {
  readonly list: ReadableField;
  readonly start: ReadableField;
  readonly title: FieldView;
}

/** Returns the chapters of the video of a document: a list of objects with a start and a title; undefined without one. */
export function chapterFields(
  fields: readonly ReadableField[],
  options: PathOptions,
): ChapterFields | undefined {
  const found = fields.flatMap((list) => {
    if (!list.model.isList || list.model.shape !== 'object') return [];
    const inner = innerFields(list, options);
    const start = inner.find(({ name, model }) => isNumber(model) && POSITION_NAME.test(name));
    const [title] = fieldsWithRole(inner, 'title');
    return start && title ? [{ list, start, title: asLine({ field: title }) }] : [];
  });
  return found[0];
}

/** Renders chapters as links that seek the video of the page; undefined without any. @param value that of the list */
export function renderChapters(
  { start, title }: ChapterFields,
  value: unknown,
  context: PageContext,
): Html | undefined {
  const chapters = (Array.isArray(value) ? value.filter(isData) : []).flatMap((chapter) => {
    const seconds = chapter[start.name];
    const name = renderField(title, chapter, context);
    return typeof seconds === 'number' && name ? [{ seconds, name }] : [];
  });
  if (chapters.length === 0) return undefined;
  const { formats, messages } = context;
  return html`<nav class="chapters" aria-label="${messages.chapters}"><ol>${chapters.map(
    ({ seconds, name }) =>
      html`<li><a href="#t=${seconds}"><span class="time">${formats.position(seconds)}</span> <span>${name}</span></a></li>`,
  )}</ol></nav>`;
}
