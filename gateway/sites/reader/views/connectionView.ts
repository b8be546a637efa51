import { html } from '../markup/html.ts';
import { moreRows } from '../markup/moreRows.ts';
import { createListView, SHOWN_ROWS } from './listView.ts';
import { selectionOf } from './selection.ts';
import { isData, type View } from './view.ts';

/** Creates the view of a connection. @param link the view of one of its documents @param orderBy the argument; empty for the order of the connection */
export function createConnectionView(link: View, orderBy: string): View {
  const links = createListView(link, 'links');
  return {
    arguments: `(first: ${SHOWN_ROWS.links}${orderBy && `, ${orderBy}`})`,
    fields: ['totalCount', `nodes ${selectionOf(link.fields)}`],
    links: (value, context) => (isData(value) ? (links.links?.(value.nodes, context) ?? []) : []),
    isWide: (value) => isData(value) && links.isWide(value.nodes),
    render(value, context) {
      if (!isData(value) || !Array.isArray(value.nodes)) return undefined;
      const list = links.render(value.nodes, context);
      const remainingRows = Number(value.totalCount) - value.nodes.length;
      return list && html`${list}${moreRows(context, Math.max(0, remainingRows))}`;
    },
  };
}
