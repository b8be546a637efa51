/** JSON values for which `String(value)`, `Number(value)` and template literals throw. */
export const UNCONVERTIBLE_VALUES: readonly unknown[] = [
  { toString: null },
  { toString: 1, valueOf: 1 },
  [{ toString: null }],
];

/**
 * Sends copies of a valid body, each with the value at one place replaced by a value that is neither text nor number.
 * @param send sends a body and returns the status of the response
 * @param anything matches the paths of values that may be of any type, e.g. `.mutations.0.create.title`
 * @returns the places with another response than a 4xx, or than a 2xx or 4xx where a value may be of any type
 */
export async function wronglyAnswered(
  send: (body: unknown) => Promise<number>,
  body: unknown,
  anything?: RegExp,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const value of UNCONVERTIBLE_VALUES)
    for (const { path, replaced } of replaceEach(body, value)) {
      const status = await send(replaced);
      const isFine = anything?.test(path) ? status < 500 : status >= 400 && status < 500;
      if (!isFine) wrong.push(`${path} ${JSON.stringify(value)}: ${status}`);
    }
  return wrong;
}

interface ReplacedBody {
  readonly path: string;
  readonly replaced: unknown;
}

function replaceEach(value: unknown, replacement: unknown, path = ''): ReplacedBody[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = `${path}.${name}`;
    return [{ path: place, replaced: replacement }, ...replaceEach(inner, replacement, place)].map((one) => ({
      path: one.path,
      replaced: Array.isArray(value)
        ? value.with(Number(name), one.replaced)
        : { ...value, [name]: one.replaced },
    }));
  });
}
