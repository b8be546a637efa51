import { codeLanguageName } from '../../../../schema/code/codeLanguageName.ts';
import type { ModelType } from '../../../core/model/model.ts';
import { html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isNumber, isReadableText, isUnit, textKindOf } from '../model/roles.ts';
import { unmarked } from '../sources/textMarkers.ts';
import { unitIn } from './fieldParts.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { type Choice, type LinkParts, linkPartsOf, renderLink, targetOf } from './linkParts.ts';
import { createQuoteView } from './quoteView.ts';
import { asListing, inLine, withUnit } from './scalarViews.ts';
import { createSectionView } from './sectionView.ts';
import { isData, type PageContext, type View } from './view.ts';

/**
 * Creates the view of the inline objects of a type: a link, or a section with the naming field as its heading.
 * @param choices its enums
 * @param all its fields, also those that are not for readers
 */
export function createObjectView(
  type: ModelType,
  fields: readonly FieldView[],
  { choices, all }: { readonly choices: readonly Choice[]; readonly all: readonly ReadableField[] },
): View | undefined {
  if (fields.length === 0) return undefined;
  return (
    createLinkObjectView(type, fields, choices) ??
    createQuoteView(type, fields) ??
    createAmountView(fields) ??
    createCodeView(fields, all, choices) ??
    createSectionView(type, fields)
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
    fields: [...new Set([...textsOf(fields), ...choices.map(({ name }) => name)])],
    isWide: () => parts.label !== undefined,
    ...(parts.label && { form: 'button' }),
    target,
    links(value, context) {
      const { path, title } = target(value, context) ?? {};
      return path !== undefined && title !== undefined ? [{ path, title }] : [];
    },
    render(value, context) {
      if (!isData(value)) return undefined;
      return renderLink(parts, value, context) ?? (parts.label && renderField(parts.label, value, context));
    },
  };
}

const MAX_AMOUNT_FIELDS = 3;

/** Creates the view of a number with its unit, such as a price with its currency; undefined for other objects. */
function createAmountView(fields: readonly FieldView[]): View | undefined {
  const isShort = fields.length <= MAX_AMOUNT_FIELDS && fields.length > 1;
  const isValue = ({ model: { shape, isList } }: ReadableField) =>
    !isList && (shape === 'scalar' || shape === 'enum');
  const all = fields.map(({ field }) => field);
  const unit = fields.find(({ field }) => isUnit(field.name));
  if (!isShort || !unit || !all.every(isValue) || !all.some(({ model }) => isNumber(model))) return undefined;
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => false,
    render(value, context) {
      if (!isData(value)) return undefined;
      const text = unitIn(value, unit);
      const shown = fields.flatMap((each) => {
        const hasUnit = text !== '' && isNumber(each.field.model);
        if (each === unit && fields.some(({ field }) => typeof value[field.name] === 'number')) return [];
        return renderField(hasUnit ? withUnit(each, text) : each, value, context) ?? [];
      });
      return shown.length > 0 ? html`${shown.map((part, index) => [index > 0 && ' ', part])}` : undefined;
    },
  };
}

/** The field of a listing with the numbers of lines that an editor has marked. */
const MARKED_LINES = /^highlighted_?lines$/i;

/** Creates the view of a listing: its code, its name and its language; undefined for other objects. */
function createCodeView(
  fields: readonly FieldView[],
  all: readonly ReadableField[],
  choices: readonly Choice[],
): View | undefined {
  const code = fields.find(({ field }) => isReadableText(field) && textKindOf(field.model) === 'code');
  const titles = fieldsWithRole(
    fields.map(({ field }) => field),
    'figureTitle',
  );
  const [language] = fieldsWithRole(all, 'codeLanguage');
  const otherFields = fields.filter(
    ({ field }) =>
      field !== code?.field &&
      field !== language &&
      !titles.includes(field) &&
      !MARKED_LINES.test(field.name),
  );
  if (!code || otherFields.length > 0 || !(titles.length > 0 || language)) return undefined;
  const captions = fields.filter(({ field }) => titles.includes(field)).map(inLine);
  const stored = choices.find(({ name }) => name === language?.name)?.texts;
  const languageIn = (value: unknown): string => {
    const name = typeof value === 'string' ? unmarked(value) : '';
    return stored?.get(name) ?? name;
  };
  return {
    arguments: '',
    fields: [...new Set([...textsOf([code, ...captions]), ...(language ? [language.name] : [])])],
    isWide: () => true,
    render(value, context) {
      if (!isData(value)) return undefined;
      const stated = languageIn(language && value[language.name]);
      const shown = renderField(asListing(code, stated), value, context);
      if (!shown) return undefined;
      const name = [
        ...captions.flatMap((each) => renderField(each, value, context) ?? []),
        ...[codeLanguageName(stated) ?? []].flat().map((each) => html`${each}`),
      ];
      return html`<figure class="listing">${name.length > 0 && html`<figcaption>${joinLine(name)}</figcaption>`}${shown}</figure>`;
    },
  };
}
