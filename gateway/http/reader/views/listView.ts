import { type Html, html } from '../markup/html.ts';
import type { PageContext, View } from './view.ts';

/** Creates the view of a list from that of its items. @param kind the class of the list */
export function createListView(item: View, kind: 'values' | 'objects' | 'pictures' | 'links'): View {
  const itemOf = (value: unknown, context: PageContext): Html | undefined => {
    const shown = item.render(value, context);
    return shown && kind === 'objects' && !item.isWide(value) ? html`<p>${shown}</p>` : shown;
  };
  return {
    ...item,
    isWide: (value) => Array.isArray(value) && value.some((each) => item.isWide(each)),
    render(value, context) {
      if (!Array.isArray(value)) return undefined;
      const items = value.flatMap((each) =>
        each === null || each === undefined ? [] : (itemOf(each, context) ?? []),
      );
      if (items.length === 0) return undefined;
      if (kind === 'objects' || kind === 'pictures') return html`<div class="${kind}">${items}</div>`;
      return html`<ul class="${kind}">${items.map((each) => html`<li>${each}</li>`)}</ul>`;
    },
  };
}
