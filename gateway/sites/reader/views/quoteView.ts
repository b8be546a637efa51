import type { ModelType } from '../../../core/model/model.ts';
import { html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { fieldsWithRole, isDate, isNumber, isReadableText, isTextOfAnyKind } from '../model/roles.ts';
import { OBJECT_NAMES } from '../model/typeRoles.ts';
import { wordsOf } from '../model/words.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { inLine } from './scalarViews.ts';
import { isData, type View } from './view.ts';

/** Returns whether a field says whose words a quotation has, when they were said, or how they rate. */
const isSource = (field: ReadableField): boolean =>
  isReadableText(field) ||
  isRating(field) ||
  isDate(field) ||
  (field.model.shape === 'document' && !field.model.isList);

const isRating = ({ name, model }: ReadableField): boolean =>
  isNumber(model) && /rating|stars|score/i.test(name);

/** Creates the view of a quotation: its words, and whose they are; undefined for other objects. */
export function createQuoteView(type: ModelType, fields: readonly FieldView[]): View | undefined {
  const all = fields.map(({ field }) => field);
  const texts = OBJECT_NAMES.quote.test(type.name) ? fieldsWithRole(all, 'body').filter(isTextOfAnyKind) : [];
  const [quote] = [...fieldsWithRole(all, 'quote'), ...texts];
  const words = fields.find(({ field }) => field === quote);
  if (!words) return undefined;
  const sources = fields.filter(({ field }) => field !== quote && isSource(field)).map(inLine);
  return {
    arguments: '',
    fields: textsOf([words, ...sources]),
    isWide: () => true,
    render(value, context) {
      const said = isData(value) ? renderField(words, value, context) : undefined;
      if (!said || !isData(value)) return undefined;
      const source = sources.flatMap((each) => {
        const shown = renderField(each, value, context);
        if (!shown) return [];
        return isRating(each.field) ? [html`${wordsOf(each.field.name)} ${shown}`] : [shown];
      });
      return html`<figure class="quote"><blockquote>${said}</blockquote>${source.length > 0 && html`<figcaption>${joinLine(source)}</figcaption>`}</figure>`;
    },
  };
}
