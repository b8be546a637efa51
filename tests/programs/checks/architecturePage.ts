import { dirname, join } from 'node:path';

const BEGIN = '<!-- layers: written by `npm run layers` -->';
const END = '<!-- /layers -->';
/** The heading of a path, such as `### (a) POST /graphql`, its counts, and its steps. */
const PATH = /^(### \(\w\) .*\n\n)\d+ files, \d+ folder changes\.\n\n((?:\d+\. .*\n)+)/gm;

interface ArchitecturePage {
  readonly page: string;
  /** Files that a path names and that do not exist. */
  readonly missing: readonly string[];
}

/**
 * Updates the generated parts of docs/architecture.md: the diagram of the layers, and for each path of a request the number of
 * files that it names and how often the folder changes from one to the next.
 * @param files the files of the repository
 */
export function updateArchitecturePage(
  page: string,
  diagram: string,
  files: readonly string[],
): ArchitecturePage {
  const missing: string[] = [];
  const counted = page.replaceAll(PATH, (_, heading: string, steps: string) => {
    const named = namedFiles(steps);
    missing.push(...named.filter((file) => !files.includes(file)));
    const changes = named.filter((file, i) => i > 0 && dirname(file) !== dirname(named[i - 1] as string));
    return `${heading}${named.length} files, ${changes.length} folder changes.\n\n${steps}`;
  });
  const [before = '', after = ''] = [counted.split(BEGIN)[0], counted.split(END)[1]];
  return { page: `${before}${BEGIN}\n${diagram}\n${END}${after}`, missing };
}

/** Returns the named files in order. A name without a folder is beside the file before it. */
function namedFiles(steps: string): readonly string[] {
  const named: string[] = [];
  for (const [, file = ''] of steps.matchAll(/`([\w./-]+\.tsx?)`/g))
    named.push(file.includes('/') ? file : join(dirname(named.at(-1) ?? ''), file));
  return named;
}
