import { constantCase } from '../../../core/model/model.ts';
import { type Html, html } from '../markup/html.ts';
import { isOrderable, type OrderBy } from '../model/newestFirst.ts';
import { pathWith } from '../model/paths.ts';
import type { ReadableField } from '../model/readableFields.ts';
import type { ReaderType } from '../model/readerTypes.ts';
import { isNumber } from '../model/roles.ts';
import { wordsOf } from '../model/words.ts';
import type { PageContext } from '../views/view.ts';
import type { Site } from './site.ts';

/** An order of a list that readers can choose. */
interface Order {
  /** The value of the parameter `order`. */
  readonly key: string;
  readonly label: string;
  readonly orderBy: OrderBy;
}

const orderOf = ({ name }: ReadableField, direction: OrderBy['direction']): Order => ({
  key: name,
  label: wordsOf(name),
  orderBy: { field: constantCase(name), direction },
});

/** Returns the orders of a list that readers can choose besides the newest first: by title, and by the first numbers. */
export function ordersOf({ schema }: Pick<Site, 'schema'>, type: ReaderType): readonly Order[] {
  const title = type.titles.flat().find((field) => isOrderable(schema, type, field));
  const numbers = type.fields.filter((field) => isNumber(field.model) && isOrderable(schema, type, field));
  return [
    ...(title ? [orderOf(title, 'ASC')] : []),
    ...numbers.slice(0, 2).map((field) => orderOf(field, 'DESC')),
  ];
}

/** Renders the orders of a list as links. */
export function orderLinks(
  orders: readonly Order[],
  current: Order | undefined,
  path: string,
  { locale, messages }: PageContext,
): Html | undefined {
  if (orders.length === 0) return undefined;
  const link = (order: Order | undefined) =>
    html`<li><a href="${pathWith(path, { order: order?.key, locale })}"${order === current && html` aria-current="true"`}>${order?.label ?? messages.newest}</a></li>`;
  return html`<nav class="orders" aria-label="${messages.order}"><ul>${[undefined, ...orders].map(link)}</ul></nav>`;
}
