import type { ModelType } from '../../../core/model/model.ts';
import { html } from '../markup/html.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { UNIT } from '../model/roles.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { type Choice, type LinkParts, linkPartsOf, renderLink, targetOf } from './linkParts.ts';
import { createQuoteView } from './quoteView.ts';
import { createSectionView } from './sectionView.ts';
import { isData, type PageContext, type View } from './view.ts';

/** Creates the view of the inline objects of a type: a link, or a section with the naming field as its heading. @param choices its enums */
export function createObjectView(
  type: ModelType,
  fields: readonly FieldView[],
  choices: readonly Choice[],
): View | undefined {
  if (fields.length === 0) return undefined;
  return (
    createLinkObjectView(type, fields, choices) ??
    createQuoteView(type, fields) ??
    createAmountView(fields) ??
    createSectionView(fields)
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

const MAX_AMOUNT_FIELDS = 3;

/** Creates the view of a number with its unit, such as a price with its currency; undefined for other objects. */
function createAmountView(fields: readonly FieldView[]): View | undefined {
  const isShort = fields.length <= MAX_AMOUNT_FIELDS && fields.length > 1;
  const isValue = ({ model: { shape, isList } }: ReadableField) =>
    !isList && (shape === 'scalar' || shape === 'enum');
  const isNumber = ({ model: { typeName } }: ReadableField) => typeName === 'Int' || typeName === 'Float';
  const isUnit = ({ name }: ReadableField) => UNIT.test(name);
  const all = fields.map(({ field }) => field);
  if (!isShort || !all.every(isValue) || !all.some(isNumber) || !all.some(isUnit)) return undefined;
  return {
    arguments: '',
    fields: textsOf(fields),
    isWide: () => false,
    render(value, context) {
      if (!isData(value)) return undefined;
      const shown = fields.flatMap((each) => renderField(each, value, context) ?? []);
      return shown.length > 0 ? html`${shown.map((part, index) => [index > 0 && ' ', part])}` : undefined;
    },
  };
}
