import type { ModelType } from '../../../core/model/model.ts';
import { element, type Html, html } from '../markup/html.ts';
import type { AllRows } from '../markup/moreRows.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isUrl } from '../model/roles.ts';
import { wordsOf } from '../model/words.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { type Choice, type LinkParts, linkPartsOf, pairedLinks, renderLink, targetOf } from './linkParts.ts';
import { asLine } from './scalarViews.ts';
import { type Data, isData, type PageContext, type View } from './view.ts';

/** The values of an object: those that are parts of the text, and facts. */
export interface ObjectParts {
  readonly facts: readonly Html[];
  readonly text: readonly Html[];
}

/**
 * Renders the values of an object in the order of the model. Values that are missing, and texts that its name contains, are left out.
 * @param name the name of the object, which the page shows
 * @param allOf returns the page with all rows of a field
 */
export function renderFields(
  fields: readonly FieldView[],
  data: Data,
  pageContext: PageContext,
  { name, allOf }: { readonly name: string; allOf?: (field: ReadableField) => AllRows | undefined },
): ObjectParts {
  const facts: Html[] = [];
  const text: Html[] = [];
  const untitled = untitledFields(fields);
  for (const each of fields) {
    const { field, view } = each;
    const value = data[field.name];
    if (value === null || value === undefined || isPartOf(name, value)) continue;
    const label = wordsOf(field.name);
    const context = { ...pageContext, all: allOf?.(field) };
    if (!view.isWide(value)) {
      const shown = renderField(each, data, context);
      if (shown) facts.push(html`<div><dt>${label}</dt><dd>${shown}</dd></div>`);
      continue;
    }
    const isTitled = !untitled.has(field);
    const shown = renderField(each, data, isTitled ? nextLevel(context) : context);
    if (shown) text.push(isTitled ? html`<section class="part">${heading(label, context)}${shown}</section>` : shown);
  }
  return { facts, text };
}

const isPartOf = (name: string, value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && name.toLowerCase().includes(value.trim().toLowerCase());

/** Returns the fields that need no heading: the text of the object, texts that introduce it, pictures, and its objects of several types. */
function untitledFields(fields: readonly FieldView[]): ReadonlySet<ReadableField> {
  const all = fields.map(({ field }) => field);
  const firstText = all.find(({ model }) => model.shape === 'richText');
  const others = all.filter(
    ({ model: { shape, isList } }) =>
      (!isList && (shape === 'image' || shape === 'video' || shape === 'object')) || (isList && shape === 'union'),
  );
  return new Set([...fieldsWithRole(all, 'body'), ...(firstText ? [firstText] : []), ...others]);
}

const MAX_HEADING_LEVEL = 6;

const heading = (content: Html | string, { headingLevel }: PageContext): Html =>
  element(`h${Math.min(MAX_HEADING_LEVEL, headingLevel)}`, content);

const nextLevel = (context: PageContext): PageContext => ({
  ...context,
  headingLevel: context.headingLevel + 1,
});

export const factList = (facts: readonly Html[]): Html | undefined =>
  facts.length > 0 ? html`<dl class="facts">${facts}</dl>` : undefined;

/** Creates the view of the inline objects of a type: a link, or a section with the naming field as its heading. @param choices its enums */
export function createObjectView(
  type: ModelType,
  fields: readonly FieldView[],
  choices: readonly Choice[],
): View | undefined {
  if (fields.length === 0) return undefined;
  return createLinkObjectView(type, fields, choices) ?? createSectionView(fields);
}

function createLinkObjectView(
  type: ModelType,
  fields: readonly FieldView[],
  choices: readonly Choice[],
): View | undefined {
  const found = linkPartsOf(type.name, fields);
  if (!found) return undefined;
  const parts: LinkParts = { ...found, choices };
  const target = (value: unknown, context: PageContext) =>
    isData(value) ? targetOf(parts, value, context) : undefined;
  return {
    arguments: '',
    fields: [...textsOf(fields), ...choices.map(({ name }) => name)],
    isWide: () => parts.label !== undefined,
    form: 'button',
    target,
    render(value, context) {
      if (!isData(value)) return undefined;
      return renderLink(parts, value, context) ?? (parts.label && renderField(parts.label, value, context));
    },
  };
}

/** Creates the view of objects with several values: the picture beside the words. */
function createSectionView(fields: readonly FieldView[]): View {
  const all = fields.map(({ field }) => field);
  const lineOf = ([field]: readonly ReadableField[]) =>
    fields.filter((each) => each.field === field).map(asLine);
  const title = lineOf(fieldsWithRole(all, 'title'));
  const eyebrow = lineOf(fieldsWithRole(all, 'eyebrow'));
  const standfirst = lineOf(fieldsWithRole(all, 'standfirst'));
  const picture = fields.filter(({ field }) => isOnePicture(field)).slice(0, 1);
  const links = pairedLinks(fields);
  const paired = links.flatMap(({ targets, label }) => [...targets, ...(label ? [label] : [])]);
  const addresses = fields.filter(
    (each) => isUrl(each.field.model) && !paired.some(({ field }) => field === each.field),
  );
  const address = { targets: addresses.slice(0, 1), label: undefined };
  const apart = new Set(
    [...title, ...eyebrow, ...standfirst, ...picture, ...paired, ...address.targets].map(({ field }) => field),
  );
  const hasVideo = picture.some(({ field }) => field.model.shape === 'video');
  const rest = fields.filter(({ field }) => !apart.has(field) && !(hasVideo && isPartOfVideo(field)));
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => true,
    ...(picture.length > 0 && title.length > 0 && rest.length < 2 && { form: 'tile' }),
    render(value, context) {
      if (!isData(value)) return undefined;
      const shown = (each: readonly FieldView[], inner = context) =>
        each.flatMap((field) => renderField(field, value, inner) ?? []);
      const target = targetOf(address, value, context);
      const name = textOf(value, title);
      const heads = shown(title).map((text) => heading(linked(text, target), context));
      const [image] = shown(picture);
      const { facts, text } = renderFields(rest, value, heads.length > 0 ? nextLevel(context) : context, { name });
      const buttons = renderedLinks(links, value, context);
      const words = [
        ...shown(eyebrow).map((each) => html`<p class="eyebrow">${each}</p>`),
        ...heads,
        ...shown(standfirst).map((each) => html`<div class="standfirst">${each}</div>`),
        ...(heads.length === 0 && !image ? renderedLinks([address], value, context) : []),
        ...(factList(facts) ? [factList(facts) as Html] : []),
        ...text,
        ...(buttons.length > 0 ? [html`<p class="buttons">${buttons}</p>`] : []),
      ];
      const pictured = image && linked(image, heads.length === 0 ? target : undefined);
      // An object around one picture or text is that part.
      if (words.length === 0) return pictured;
      if (!pictured && words.length === 1 && words[0] === text[0]) return text[0];
      const isRow = !pictured && text.length === 0 && buttons.length === 0 && facts.length > 0;
      if (isRow) return html`<section class="object row">${words}</section>`;
      return pictured
        ? html`<section class="object media"><div class="picture">${pictured}</div><div class="words">${words}</div></section>`
        : html`<section class="object">${words}</section>`;
    },
  };
}

const renderedLinks = (links: readonly LinkParts[], data: Data, context: PageContext): readonly Html[] =>
  links.flatMap((link) => renderLink(link, data, context) ?? []);

const linked = (content: Html, target: { readonly path: string } | undefined): Html =>
  target ? html`<a href="${target.path}">${content}</a>` : content;

const textOf = (data: Data, [each]: readonly FieldView[]): string => {
  const value = each && data[each.field.name];
  return typeof value === 'string' ? value : '';
};

/** Returns whether a field beside a video has its poster or its files. */
const isPartOfVideo = ({ name, model: { shape } }: ReadableField): boolean =>
  shape === 'file' || (shape === 'image' && /poster|thumbnail|cover/i.test(name));

/** Returns whether a field has one picture or one video. */
export const isOnePicture = ({ model: { shape, isList } }: Pick<ReadableField, 'model'>): boolean =>
  !isList && (shape === 'image' || shape === 'video');
