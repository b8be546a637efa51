import { constantCase } from '../../../core/model/model.ts';
import { type Html, html } from '../markup/html.ts';
import type { Messages } from '../messages/messages.ts';
import { type EventList, eventsOf } from '../model/events.ts';
import { editorsOrder, isOrderable, newestFirst, type OrderBy } from '../model/listOrder.ts';
import { pathWith } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { isNumber } from '../model/roles.ts';
import { wordsOf } from '../model/words.ts';
import type { PageContext } from '../views/view.ts';
import type { Site } from './site.ts';

/** The key of past events, which are shown where there are no upcoming ones. */
export const PAST = 'past';

/** An order of a list that readers can choose. */
interface Order extends Partial<Pick<EventList, 'filter'>> {
  /** The value of the parameter `order`; undefined for the order of the list without it. */
  readonly key: string | undefined;
  label(messages: Messages): string;
  /** Empty for the order of the graph. */
  readonly orderBy: readonly OrderBy[];
}

const orderOf = ({ name }: ReadableField, direction: OrderBy['direction']): Order => ({
  key: name,
  label: () => wordsOf(name),
  orderBy: [{ field: constantCase(name), direction }],
});

/** Returns the orders of a list that readers can choose, the default first: that of the editors, the newest first, or events before and after today; by title, and by the first numbers. */
export function ordersOf({ schema }: Pick<Site, 'schema'>, type: ReaderType): readonly [Order, ...Order[]] {
  const title = type.titles.flat().find((field) => isOrderable(schema, type, field));
  const numbers = type.fields.filter(
    (field) => field !== type.order && isNumber(field.model) && isOrderable(schema, type, field),
  );
  const others = [
    ...(title ? [orderOf(title, 'ASC')] : []),
    ...numbers.slice(0, 2).map((field) => orderOf(field, 'DESC')),
  ];
  const events = eventsOf(schema, type);
  if (events)
    return [
      { key: undefined, label: ({ upcoming }) => upcoming, ...events.upcoming },
      { key: PAST, label: ({ past }) => past, ...events.past },
      ...others,
    ];
  const newest: Order = {
    key: undefined,
    label: (messages) => messages.newest,
    orderBy: newestFirst(schema, type),
  };
  const edited = editorsOrder(schema, type);
  if (!type.order || edited.length === 0) return [newest, ...others];
  const label = wordsOf(type.order.name);
  return [{ key: undefined, label: () => label, orderBy: edited }, { ...newest, key: 'newest' }, ...others];
}

/** Renders the orders of a list as links. */
export function orderLinks(
  orders: readonly Order[],
  current: Order,
  path: string,
  { locale, messages }: PageContext,
): Html | undefined {
  if (orders.length === 1) return undefined;
  const link = (order: Order) =>
    html`<li><a href="${pathWith(path, { order: order.key, locale })}"${order === current && html` aria-current="true"`}>${order.label(messages)}</a></li>`;
  return html`<nav class="orders" aria-label="${messages.order}"><ul>${orders.map(link)}</ul></nav>`;
}
