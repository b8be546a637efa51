/** The ids of other parts of pages: skip links lead to `main`. */
const RESERVED: readonly string[] = ['main'];

/** The ids of a page or a text. Each is given once. */
export class UniqueIds {
  readonly #taken = new Set(RESERVED);
  /** The next number by name, so that many equal names take linear time. */
  readonly #next = new Map<string, number>();

  /** Returns a name as an id; the second one with the same name is `name-2`. */
  take(name: string): string {
    let id = name;
    let number = this.#next.get(name) ?? 2;
    for (; this.#taken.has(id); number += 1) id = `${name}-${number}`;
    this.#next.set(name, number);
    this.#taken.add(id);
    return id;
  }
}

/** Returns a title as a slug: lower case, without accents, with hyphens. */
export const slugOf = (title: string): string =>
  title
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC')
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part';
