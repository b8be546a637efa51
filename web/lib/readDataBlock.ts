/** A JSON data block: a `script` element that the browser does not run. */
export type DataBlockId = 'hydration-state' | 'page-assets';

/** Reads a data block of a server-rendered page, by default of this one; undefined if there is none. */
export function readDataBlock<T>(id: DataBlockId, page = document): T | undefined {
  const text = page.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined;
}
