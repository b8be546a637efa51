import type { ModelType } from '../../../core/model/model.ts';
import { element, type Html, html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import type { AllRows } from '../markup/moreRows.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isReadableText, isUrl } from '../model/roles.ts';
import { wordsOf } from '../model/words.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { type Choice, type LinkParts, linkPartsOf, pairedLinks, renderLink, targetOf } from './linkParts.ts';
import { asLine } from './scalarViews.ts';
import { type Data, isData, type PageContext, type View } from './view.ts';

/** A short value with the name of its field. */
interface Fact {
  readonly label: string;
  readonly value: Html;
}

/** The values of an object: those that are parts of the text, and facts. */
export interface ObjectParts {
  readonly facts: readonly Fact[];
  readonly text: readonly Html[];
}

/**
 * Renders the values of an object in the order of the model. Values that are missing, and texts that its name contains, are left out.
 * @param name the name of the object, which the page shows
 * @param hasHeadings writes the names of fields above parts of the text, as in documents
 * @param isPictureFirst puts the pictures in front, for a document without one at its head
 * @param allOf returns the page with all rows of a field
 */
export function renderFields(
  fields: readonly FieldView[],
  data: Data,
  pageContext: PageContext,
  {
    name,
    hasHeadings = false,
    isPictureFirst = false,
    allOf,
  }: {
    readonly name: string;
    readonly hasHeadings?: boolean;
    readonly isPictureFirst?: boolean;
    allOf?: (field: ReadableField) => AllRows | undefined;
  },
): ObjectParts {
  const facts: Fact[] = [];
  const text: Html[] = [];
  const untitled = new Set([
    ...untitledFields(fields),
    ...fields.filter(isPictures).map(({ field }) => field),
  ]);
  for (const each of isPictureFirst ? picturesFirst(fields) : fields) {
    const { field, view } = each;
    const value = data[field.name];
    if (value === null || value === undefined || isPartOf(name, value)) continue;
    const label = wordsOf(field.name);
    const context = { ...pageContext, all: allOf?.(field) };
    if (!view.isWide(value)) {
      const shown = renderField(each, data, context);
      if (shown) facts.push({ label, value: shown });
      continue;
    }
    const isTitled = hasHeadings && !untitled.has(field);
    const rendered = renderField(each, data, isTitled ? nextLevel(context) : context);
    const shown = rendered && view.form === 'button' ? html`<p class="buttons">${rendered}</p>` : rendered;
    if (shown)
      text.push(isTitled ? html`<section class="part">${heading(label, context)}${shown}</section>` : shown);
  }
  return { facts, text };
}

const picturesFirst = (fields: readonly FieldView[]): readonly FieldView[] =>
  fields.toSorted((a, b) => Number(isPictures(b)) - Number(isPictures(a)));

const isPictures = ({ field, view }: FieldView): boolean =>
  field.model.shape === 'image' || field.model.shape === 'video' || view.form === 'picture';

const isPartOf = (name: string, value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && name.toLowerCase().includes(value.trim().toLowerCase());

/** Returns the fields that need no heading: the text of the object, texts that introduce it, pictures, and its objects of several types. */
function untitledFields(fields: readonly FieldView[]): ReadonlySet<ReadableField> {
  const all = fields.map(({ field }) => field);
  const firstText = all.find(({ model }) => model.shape === 'richText');
  const others = all.filter(
    ({ model: { shape, isList } }) =>
      shape === 'image' ||
      shape === 'video' ||
      (shape === 'union' && isList) ||
      (shape === 'object' && !isList),
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

export const factList = (facts: readonly Fact[]): Html | undefined =>
  facts.length > 0
    ? html`<dl class="facts">${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
    : undefined;

/** Renders the facts of an object; one alone needs no name. */
const factsOf = (facts: readonly Fact[], isAlone: boolean): readonly Html[] => {
  const [first, ...others] = facts;
  if (first && isAlone && others.length === 0) return [html`<p>${first.value}</p>`];
  return [factList(facts) ?? []].flat();
};

/** Creates the view of the inline objects of a type: a link, or a section with the naming field as its heading. @param choices its enums */
export function createObjectView(
  type: ModelType,
  fields: readonly FieldView[],
  choices: readonly Choice[],
): View | undefined {
  if (fields.length === 0) return undefined;
  return (
    createLinkObjectView(type, fields, choices) ?? createQuoteView(type, fields) ?? createSectionView(fields)
  );
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
    ...(parts.label && { form: 'button' }),
    target,
    render(value, context) {
      if (!isData(value)) return undefined;
      return renderLink(parts, value, context) ?? (parts.label && renderField(parts.label, value, context));
    },
  };
}

/** Names of types whose objects are quotations. */
const QUOTE_TYPE = /quot|testimonial/i;

/** Creates the view of a quotation: its words, and whose they are; undefined for other objects. */
function createQuoteView(type: ModelType, fields: readonly FieldView[]): View | undefined {
  const all = fields.map(({ field }) => field);
  const candidates = QUOTE_TYPE.test(type.name)
    ? [...fieldsWithRole(all, 'quote'), ...fieldsWithRole(all, 'body')]
    : [];
  const [quote = candidates[0]] = fieldsWithRole(all, 'quote');
  const words = fields.find(({ field }) => field === quote);
  if (!words) return undefined;
  const sources = fields
    .filter(({ field }) => field !== quote && (isReadableText(field) || field.model.shape === 'document'))
    .map((each) => (isReadableText(each.field) ? asLine(each) : each));
  return {
    arguments: '',
    fields: textsOf([words, ...sources]),
    isWide: () => true,
    render(value, context) {
      const said = isData(value) ? renderField(words, value, context) : undefined;
      if (!said || !isData(value)) return undefined;
      const source = sources.flatMap((each) => renderField(each, value, context) ?? []);
      return html`<figure class="quote"><blockquote>${said}</blockquote>${source.length > 0 && html`<figcaption>${joinLine(source)}</figcaption>`}</figure>`;
    },
  };
}

/** Creates the view of objects with several values: the picture beside the words. */
function createSectionView(fields: readonly FieldView[]): View {
  const all = fields.map(({ field }) => field);
  const lineOf = ([field]: readonly ReadableField[]) =>
    fields.filter((each) => each.field === field).map(asLine);
  const title = lineOf([...fieldsWithRole(all, 'title'), ...all.filter(isNamed)]);
  const eyebrow = lineOf(fieldsWithRole(all, 'eyebrow'));
  const untitled = all.filter((field) => !title.some((each) => each.field === field));
  const standfirst = lineOf(fieldsWithRole(untitled, 'standfirst'));
  const captions = fieldsWithRole(all, 'caption').flatMap((field) => lineOf([field]));
  const picture = fields.filter(({ field }) => isOnePicture(field)).slice(0, 1);
  const links = pairedLinks(fields);
  const paired = links.flatMap(({ targets, label }) => [...targets, ...(label ? [label] : [])]);
  const addresses = fields.filter(
    (each) => isAddress(each) && !paired.some(({ field }) => field === each.field),
  );
  const address = { targets: addresses.slice(0, 1), label: undefined };
  const apart = new Set(
    [...title, ...eyebrow, ...standfirst, ...picture, ...paired, ...address.targets].map(
      ({ field }) => field,
    ),
  );
  const hasVideo = picture.some(({ field }) => field.model.shape === 'video');
  const isOfPicture = ({ field }: FieldView) =>
    (hasVideo && isPartOfVideo(field)) ||
    (picture.length > 0 && captions.some((each) => each.field === field));
  const rest = fields.filter((each) => !apart.has(each.field) && !isOfPicture(each));
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => true,
    form: formOf({ title, picture, rest }),
    render(value, context) {
      if (!isData(value)) return undefined;
      const shown = (each: readonly FieldView[], inner = context) =>
        each.flatMap((field) => renderField(field, value, inner) ?? []);
      const target = targetOf(address, value, context);
      const name = textOf(value, title);
      const heads = shown(title).map((text) => heading(linked(text, target), context));
      const [image] = shown(picture);
      const { facts, text } = renderFields(rest, value, heads.length > 0 ? nextLevel(context) : context, {
        name,
      });
      const buttons = renderedLinks(links, value, context);
      const words = [
        ...shown(eyebrow).map((each) => html`<p class="eyebrow">${each}</p>`),
        ...heads,
        ...shown(standfirst).map((each) => html`<div class="standfirst">${each}</div>`),
        ...(heads.length === 0 && !image ? renderedLinks([address], value, context) : []),
        ...factsOf(facts, heads.length === 0 && !image && text.length === 0),
        ...text,
        ...(buttons.length > 0 ? [html`<p class="buttons">${buttons}</p>`] : []),
      ];
      const pictured =
        image && withCaption(linked(image, heads.length === 0 ? target : undefined), shown(captions));
      // An object around one picture or text is that part.
      if (words.length === 0) return pictured;
      if (!pictured && words.length === 1 && words[0] === text[0]) return text[0];
      const isRow =
        heads.length > 0 && !pictured && text.length === 0 && buttons.length === 0 && facts.length > 0;
      if (isRow) return html`<section class="object row">${words}</section>`;
      return pictured
        ? html`<section class="object media"><div class="picture">${pictured}</div><div class="words">${words}</div></section>`
        : html`<section class="object">${words}</section>`;
    },
  };
}

/** Returns whether a field names its object by a name of its own, such as `siteName`. */
const isNamed = (field: ReadableField): boolean => isReadableText(field) && /(name|title)$/i.test(field.name);

/** Returns whether a field has an address without a text of its own. */
const isAddress = ({ field, view }: FieldView): boolean =>
  isUrl(field.model) ||
  (field.model.shape === 'object' && view.target !== undefined && view.form === undefined);

/** Objects with more values are sections. */
const MAX_TILE_FIELDS = 4;

const formOf = (
  parts: Readonly<Record<'title' | 'picture' | 'rest', readonly FieldView[]>>,
): View['form'] => {
  const { title, picture, rest } = parts;
  const large = rest.filter(({ field: { model } }) => model.isList || model.shape !== 'scalar');
  if (picture.length === 0 || large.length > 1 || rest.length > MAX_TILE_FIELDS) return undefined;
  if (title.length > 0) return 'tile';
  return rest.length === 0 ? 'picture' : undefined;
};

const withCaption = (picture: Html, captions: readonly Html[]): Html =>
  captions.length > 0
    ? html`<figure>${picture}<figcaption>${joinLine(captions)}</figcaption></figure>`
    : picture;

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
const isOnePicture = ({ model: { shape, isList } }: Pick<ReadableField, 'model'>): boolean =>
  !isList && (shape === 'image' || shape === 'video');
