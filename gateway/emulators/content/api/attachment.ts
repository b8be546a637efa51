/** Returns the header `content-disposition` of a download with a name of any characters (RFC 6266). */
export function attachment(name: string): string {
  if (name === '') return 'attachment';
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
}
