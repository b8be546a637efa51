import type { ModelType } from '../../../core/model/model.ts';
import { type Html, html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isAnswer, isNumber, isReadableText, isUrl } from '../model/roles.ts';
import { OBJECT_NAMES } from '../model/typeRoles.ts';
import { wordsOf } from '../model/words.ts';
import { type Fact, factList, heading, nextLevel, renderFields } from './fieldParts.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { type LinkParts, pairedLinks, renderLink, targetOf } from './linkParts.ts';
import { asLine } from './scalarViews.ts';
import {
  type Data,
  isData,
  type LinkTarget,
  type MenuLink,
  type PageContext,
  type TableRow,
  type View,
} from './view.ts';

/** Creates the view of objects with several values: the picture beside the words. */
export function createSectionView(type: ModelType, fields: readonly FieldView[]): View {
  const all = fields.map(({ field }) => field);
  const isCallout = OBJECT_NAMES.callout.test(type.name);
  const lineOf = ([field]: readonly ReadableField[]) =>
    fields.filter((each) => each.field === field).map(asLine);
  const title = lineOf([...fieldsWithRole(all, 'title'), ...all.filter(isNamed)]);
  const isQuestion = title.some(({ field }) => /^(question|prompt)$/i.test(field.name));
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
  // What follows a text in the model, such as a remark, is about the text.
  const hasTextFirst =
    rest.length > 0 && fieldsWithRole(rest[0] ? [rest[0].field] : [], 'body').some(isReadableText);
  const isCaptionAlone =
    title.length === 0 && picture.length === 0 && links.length === 0 && isCaptionOfNothing(rest);
  const hasLinks = [...links, ...addresses].length > 0 || rest.some(({ view }) => view.links);
  const hasParts = [...eyebrow, ...standfirst, ...picture, ...paired, ...addresses].length > 0;
  const rowOf = (value: unknown, context: PageContext): TableRow | undefined => {
    const isPart = ({ field, view }: FieldView, inner: unknown) =>
      inner !== null && inner !== undefined && (field.model.shape === 'object' || view.isWide(inner));
    if (!isData(value) || rest.some((each) => isPart(each, value[each.field.name]))) return undefined;
    const [name] = title.flatMap((each) => {
      const shown = renderField(each, value, context);
      return shown ? [{ ...cellOf(each.field), value: shown }] : [];
    });
    const { facts, text } = renderFields(rest, value, context, { name: textOf(value, title) });
    const cells = facts.map((fact) => ({ ...fact, isNumber: isNumber(fact.field.model) }));
    return text.length > 0 ? undefined : { name, cells };
  };
  const linksIn = (value: unknown, context: PageContext): readonly MenuLink[] => {
    if (!isData(value)) return [];
    const name = textOf(value, title);
    const target = targetOf(address, value, context);
    const paired = links.flatMap((link) => menuLink(targetOf(link, value, context)) ?? []);
    const inner = rest.flatMap(({ field, view }) => view.links?.(value[field.name], context) ?? []);
    return [
      ...[menuLink(target && { ...target, title: name || target.title }) ?? []].flat(),
      ...[...paired, ...inner].map((link) => ({ ...link, group: link.group ?? (name || undefined) })),
    ];
  };
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => true,
    form: formOf(type, { title, picture, rest }),
    ...(hasLinks && { links: linksIn }),
    ...(!hasParts && !isQuestion && { row: rowOf }),
    render(value, context) {
      if (!isData(value) || isCaptionAlone) return undefined;
      const shown = (each: readonly FieldView[], inner = context) =>
        each.flatMap((field) => renderField(field, value, inner) ?? []);
      const target = targetOf(address, value, context);
      const name = textOf(value, title);
      const heads = shown(title).map((text) => heading(linked(text, target), context));
      const [image] = shown(picture);
      const { facts, text } = renderFields(rest, value, heads.length > 0 ? nextLevel(context) : context, {
        name,
      });
      const answers = isQuestion ? facts.filter(({ field }) => isAnswer(field)) : [];
      const otherFacts = facts.filter((fact) => !answers.includes(fact));
      const buttons = renderedLinks(links, value, context);
      const words = [
        ...shown(eyebrow).map((each) => html`<p class="eyebrow">${each}</p>`),
        ...heads,
        ...shown(standfirst).map((each) => html`<div class="standfirst">${each}</div>`),
        ...(heads.length === 0 && !image ? renderedLinks([address], value, context) : []),
        ...(hasTextFirst ? text : []),
        ...factsOf(otherFacts, heads.length === 0 && !image && text.length === 0),
        ...(hasTextFirst ? [] : text),
        ...answers.map(
          ({ label, value: answer }) =>
            html`<details class="question"><summary>${label}</summary>${answer}</details>`,
        ),
        ...(buttons.length > 0 ? [html`<p class="buttons">${buttons}</p>`] : []),
      ];
      const pictured =
        image &&
        withCaption(linked(image, heads.length === 0 && !hasVideo ? target : undefined), shown(captions));
      // An object around one picture or text is that part.
      if (words.length === 0) return pictured;
      if (!pictured && words.length === 1 && words[0] === text[0]) return text[0];
      const isRow =
        heads.length > 0 &&
        !pictured &&
        text.length === 0 &&
        buttons.length === 0 &&
        answers.length === 0 &&
        facts.length > 0;
      if (isRow) return html`<section class="object row">${words}</section>`;
      return pictured
        ? html`<section class="object media"><div class="picture">${pictured}</div><div class="words">${words}</div></section>`
        : html`<section class="object${isCallout && ' callout'}">${words}</section>`;
    },
  };
}

/** Names of types of the values with which an interactive figure starts. */
const SETTING = /(parameter|option|setting)s?$/i;

/**
 * Returns whether objects are interactive figures, which no page of a reader can show: of their fields for readers, one is a caption,
 * and the other fields are settings, and at most numbers and choices beside them. A number with only a caption is a statement.
 */
function isCaptionOfNothing(shown: readonly FieldView[]): boolean {
  const isCaption = ({ field }: FieldView) => field.name === 'caption' && isReadableText(field);
  const isSetting = ({ field: { model } }: FieldView) => SETTING.test(model.typeName);
  const isValue = ({ field: { model } }: FieldView) => isNumber(model) || model.shape === 'enum';
  return (
    shown.some(isCaption) &&
    shown.some(isSetting) &&
    shown.every((each) => isCaption(each) || isSetting(each) || isValue(each))
  );
}

const cellOf = ({ name, model }: ReadableField) => ({
  label: wordsOf(name),
  isLabelHidden: false,
  isNumber: isNumber(model),
});

/** Returns whether a field names its object by a name of its own, such as `siteName`. */
const isNamed = (field: ReadableField): boolean => isReadableText(field) && /(name|title)$/i.test(field.name);

/** Returns whether a field has an address without a text of its own. */
const isAddress = ({ field, view }: FieldView): boolean =>
  isUrl(field.model) ||
  (field.model.shape === 'object' && view.target !== undefined && view.form === undefined);

/** Objects with more values are sections. */
const MAX_TILE_FIELDS = 4;

const formOf = (
  type: ModelType,
  parts: Readonly<Record<'title' | 'picture' | 'rest', readonly FieldView[]>>,
): View['form'] => {
  const { title, picture, rest } = parts;
  const large = rest.filter(
    ({ field: { model } }) => model.isList || !['scalar', 'enum'].includes(model.shape),
  );
  if (picture.length === 0 || large.length > 1 || rest.length > MAX_TILE_FIELDS) return undefined;
  if (title.length > 0) return 'tile';
  if (rest.length > 0) return undefined;
  return OBJECT_NAMES.logo.test(type.name) ? 'logo' : 'picture';
};

const withCaption = (picture: Html, captions: readonly Html[]): Html =>
  captions.length > 0
    ? html`<figure>${picture}<figcaption>${joinLine(captions)}</figcaption></figure>`
    : picture;

const renderedLinks = (links: readonly LinkParts[], data: Data, context: PageContext): readonly Html[] =>
  links.flatMap((link) => renderLink(link, data, context) ?? []);

const menuLink = (target: LinkTarget | undefined): MenuLink | undefined =>
  target?.title === undefined ? undefined : { path: target.path, title: target.title };

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

/** Renders the facts of an object; a single one needs no name if it is alone, or a text, or documents. */
const factsOf = (facts: readonly Fact[], isAlone: boolean): readonly Html[] => {
  const [first, ...furtherFacts] = facts;
  const isWords = (field: ReadableField | undefined): boolean =>
    field !== undefined && (isReadableText(field) || field.model.shape === 'enum' || field.model.isList);
  const hasNoName = isAlone || isWords(first?.field);
  if (first && hasNoName && furtherFacts.length === 0) return [html`<div class="fact">${first.value}</div>`];
  return [factList(facts) ?? []].flat();
};
