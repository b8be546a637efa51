import type { ModelType } from '../../../core/model/model.ts';
import { html } from '../markup/html.ts';
import { joinLine } from '../markup/joinLine.ts';
import { fieldsWithRole, isReadableText } from '../model/roles.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { asLine } from './scalarViews.ts';
import { isData, type View } from './view.ts';

/** Names of types whose objects are quotations. */
const QUOTE_TYPE = /quot|testimonial/i;

/** Creates the view of a quotation: its words, and whose they are; undefined for other objects. */
export function createQuoteView(type: ModelType, fields: readonly FieldView[]): View | undefined {
  const all = fields.map(({ field }) => field);
  const texts = QUOTE_TYPE.test(type.name) ? fieldsWithRole(all, 'body') : [];
  const [quote] = [...fieldsWithRole(all, 'quote'), ...texts];
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
