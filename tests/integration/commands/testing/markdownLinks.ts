/** Returns the links in Markdown to files and headings, without those of other sites and of a running gateway. */
export const linksIn = (markdown: string): readonly string[] =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^([a-z]+:|\/)/.test(link));

/** Returns the anchors of headings, as code hosts give them, and of elements with an id. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const headings = [...withoutCode(markdown).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  const ids = [...markdown.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...headings, ...ids]);
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '');
