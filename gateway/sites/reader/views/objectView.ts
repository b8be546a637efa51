import type { ModelType } from '../../../core/model/model.ts';
import { element, type Html, html } from '../markup/html.ts';
import type { AllRows } from '../markup/moreRows.ts';
import { namingField, type ReadableField } from '../model/readableFields.ts';
import { wordsOf } from '../model/words.ts';
import { selectionOf } from './selection.ts';
import { type Data, type FieldNesting, isData, type PageContext, type View, type Views } from './view.ts';

/** A field of an object with its view. */
export interface FieldView {
  readonly field: ReadableField;
  readonly view: View;
}

/** Returns the views of fields; those that are too deep are left out. */
export const fieldViews = (
  fields: readonly ReadableField[],
  views: Pick<Views, 'ofField'>,
  nesting: FieldNesting,
): readonly FieldView[] =>
  fields.flatMap((field) => {
    const view = views.ofField(field, nesting);
    return view ? [{ field, view }] : [];
  });

/** Returns the selection of fields, each with its arguments and its own selection set. */
export const textsOf = (fields: readonly FieldView[]): readonly string[] =>
  fields.map(({ field, view }) => `${field.name}${view.arguments} ${selectionOf(view.fields)}`.trim());

/** The values of an object: those that are parts of the text, and facts beside it. */
export interface ObjectParts {
  readonly facts: readonly Html[];
  readonly text: readonly Html[];
}

/** Fields that need no heading, because they are the text of their object, or introduce it. */
const UNTITLED =
  /^(body|content|text|richText|portableText|blocks|sections|pageBuilder|modules|children|items|description|excerpt|summary|lead|intro|introduction|abstract|bio|quote)$/i;

/**
 * Renders the values of an object in the order of the model. Values that are missing are left out.
 * @param allOf returns the page with all rows of a field
 */
export function renderFields(
  fields: readonly FieldView[],
  data: Data,
  pageContext: PageContext,
  allOf?: (field: ReadableField) => AllRows | undefined,
): ObjectParts {
  const facts: Html[] = [];
  const text: Html[] = [];
  for (const { field, view } of heroFirst(fields)) {
    const value = data[field.name];
    if (value === null || value === undefined) continue;
    const label = wordsOf(field.name);
    const context = { ...pageContext, all: allOf?.(field) };
    if (!view.isWide(value)) {
      const shown = view.render(value, context);
      if (shown) facts.push(html`<div><dt>${label}</dt><dd>${shown}</dd></div>`);
      continue;
    }
    const isTitled = !UNTITLED.test(field.name) && !isPicture(field);
    const shown = view.render(value, isTitled ? nextLevel(context) : context);
    if (shown) text.push(isTitled ? html`<section>${heading(label, context)}${shown}</section>` : shown);
  }
  return { facts, text };
}

/** Puts the first picture or video in front. */
function heroFirst(fields: readonly FieldView[]): readonly FieldView[] {
  const hero = fields.find(({ field }) => isPicture(field));
  return hero ? [hero, ...fields.filter((each) => each !== hero)] : fields;
}

const isPicture = ({ model: { shape, isList } }: ReadableField): boolean =>
  !isList && (shape === 'image' || shape === 'video');

const MAX_HEADING_LEVEL = 6;

const heading = (content: Html | string, { headingLevel }: PageContext): Html =>
  element(`h${Math.min(MAX_HEADING_LEVEL, headingLevel)}`, content);

const nextLevel = (context: PageContext): PageContext => ({
  ...context,
  headingLevel: context.headingLevel + 1,
});

export const factList = (facts: readonly Html[]): Html | undefined =>
  facts.length > 0 ? html`<dl>${facts}</dl>` : undefined;

/** Creates the view of the inline objects of a type: a section, with the naming field as its heading. */
export function createObjectView(type: ModelType, fields: readonly FieldView[]): View | undefined {
  if (fields.length === 0) return undefined;
  const name = namingField(fields.map(({ field }) => field));
  const others = fields.filter(({ field }) => field !== name);
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => true,
    render(value, context) {
      if (!isData(value)) return undefined;
      const title = name && value[name.name];
      const isTitled = typeof title === 'string' && title.trim() !== '';
      const { facts, text } = renderFields(others, value, isTitled ? nextLevel(context) : context);
      // An object around one picture or text is that part.
      if (!isTitled && facts.length === 0 && text.length < 2) return text[0];
      const isShort = text.length === 0;
      return html`<section class="${isShort ? 'object short' : 'object'}" data-type="${wordsOf(type.name)}">${isTitled && heading(title, context)}${factList(facts)}${text}</section>`;
    },
  };
}
