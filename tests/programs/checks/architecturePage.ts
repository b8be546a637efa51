const BEGIN = '<!-- layers: written by `npm run layers` -->';
const END = '<!-- /layers -->';

/** Replaces the diagram of the layers in docs/architecture.md. */
export function updateArchitecturePage(page: string, diagram: string): string {
  const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]];
  return `${before}${BEGIN}\n${diagram}\n${END}${after}`;
}

/** Returns the files with a folder that a page names, such as `gateway/main.ts`, and that do not exist. */
export const missingFiles = (page: string, files: readonly string[]): readonly string[] =>
  [...page.matchAll(/`((?:gateway|web|schema|tests)\/[\w./-]+\.tsx?)`/g)]
    .map(([, file = '']) => file)
    .filter((file) => !files.includes(file));
