/** A JSON data block: a `script` element that the browser does not run. */
export type DataBlockId = 'hydration-state' | 'page-assets';

/** Reads a data block of this server-rendered page; undefined if there is none. */
export function readDataBlock<T>(id: DataBlockId): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : undefined;
}
