/** The values of URL parameters by name, in the order of the URL. Null and empty values are omitted. */
export type UrlValues = Readonly<Record<string, string | number | null | readonly string[]>>;

/** Years of a filter, both inclusive; null for an open range. */
export interface Years {
  from: number | null;
  to: number | null;
}

const parseYear = (text: string | null): number | null =>
  text && /^-?\d{1,4}$/.test(text) ? Number(text) : null;

/** Parses the parameters `from` and `to`. Years in the wrong order are swapped. */
export const parseYears = (params: URLSearchParams): Years => {
  const [from, to] = [parseYear(params.get('from')), parseYear(params.get('to'))];
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
};

/** Parses the parameter `page`, the number of pages that a list shows. */
export const parsePages = (params: URLSearchParams, max: number): number => {
  const text = params.get('page') ?? '';
  return /^\d{1,2}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : 1;
};

const toParams = (values: UrlValues): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) =>
      [value ?? []].flat().flatMap((one) => (one === '' ? [] : [[name, String(one)]])),
    ),
  );

const toHref = (path: string, params: URLSearchParams): string =>
  params.size > 0 ? `${path}?${params}` : path;

/** Returns the link to a page. */
export const hrefOf = (path: string, values: UrlValues): string => toHref(path, toParams(values));

/**
 * Returns the canonical link for URL parameters that are not canonical, such as the parameters of a submitted form; null if
 * they are canonical already. Parameters of other origin, such as `utm_source`, are preserved.
 * @param values the values that the page has parsed from the parameters
 */
export const canonicalHref = (path: string, values: UrlValues, params: URLSearchParams): string | null => {
  const [ownParams, foreignParams] = [new URLSearchParams(), new URLSearchParams()];
  for (const [name, value] of params)
    (Object.hasOwn(values, name) ? ownParams : foreignParams).append(name, value);
  const canonical = toParams(values);
  if (canonical.toString() === ownParams.toString()) return null;
  return toHref(path, new URLSearchParams([...canonical, ...foreignParams]));
};
