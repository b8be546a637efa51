import { html } from '../markup/html.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { type FieldView, renderField, textsOf } from './fieldView.ts';
import { linkFields, readLink, renderTitle } from './linkView.ts';
import { isData, type View } from './view.ts';

/** Creates the view of a question, whose answer opens below it; a link to a question without an answer. */
export const createQuestionView = (type: ReaderType, answer: FieldView): View => ({
  arguments: '',
  fields: [...new Set([...linkFields(type), ...textsOf([answer])])],
  isWide: () => true,
  target: (value, context) => readLink(type, value, context),
  render(value, context) {
    const link = readLink(type, value, context);
    if (!link || !isData(value)) return undefined;
    const title = renderTitle(type, value, context);
    const shown = renderField(answer, value, context);
    return shown
      ? html`<details class="question"><summary>${title}</summary>${shown}</details>`
      : html`<a href="${link.path}">${title}</a>`;
  },
});
