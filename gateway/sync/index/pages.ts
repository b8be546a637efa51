/**
 * Yields pages of documents until one is empty.
 * @param read returns the page after an id, in the order of ids
 * @param lastIdOf returns the last id of a page; undefined for an empty page
 * @throws Error if a page does not go on after the page before, which would be read forever
 */
export async function* pagesOf<Page>(
  read: (last: string) => Promise<Page>,
  lastIdOf: (page: Page) => string | undefined,
): AsyncIterable<Page> {
  for (let last = ''; ; ) {
    const page = await read(last);
    const end = lastIdOf(page);
    if (end === undefined) return;
    if (end <= last) throw new Error(`expected documents after ${last}, got a page that ends with ${end}`);
    yield page;
    last = end;
  }
}
