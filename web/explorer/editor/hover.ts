import { hoverTooltip } from '@codemirror/view';
import { getHoverInformation } from 'graphql-language-service';
import { offsetToPosition, schemaOf } from './graphqlLanguage.ts';

/** Shows type and description of the field, argument, type or value that the pointer is at. */
export const hover = hoverTooltip(({ state }, pos) => {
  const schema = schemaOf(state);
  const word = state.wordAt(pos);
  if (!schema || !word) return null;
  // The service takes the position before a character as one in its token.
  const position = offsetToPosition(state.doc, word.from);
  const text = String(getHoverInformation(schema, state.doc.toString(), position));
  if (text === '') return null;
  return { pos: word.from, end: word.to, above: true, create: () => ({ dom: createElement(text) }) };
});

/** @param text the signature, an empty line and the description */
function createElement(text: string): HTMLElement {
  const [signature = '', ...paragraphs] = text.split(/\n{2,}/);
  const parent = document.createElement('div');
  parent.className = 'hover-documentation';
  const code = document.createElement('code');
  code.textContent = signature;
  parent.append(code, ...paragraphs.map(paragraphOf));
  return parent;
}

function paragraphOf(text: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  return paragraph;
}
