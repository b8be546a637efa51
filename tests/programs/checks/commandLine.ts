/**
 * Compares docs/command-line.md with the help of every command. `node tests/programs/checks/commandLine.ts`; `--write`
 * (`npm run command-line`) updates the page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { helpOf } from '../../../gateway/cli/parser/commandLine.ts';
import { type CommandPath, listCommands } from '../../../gateway/cli/parser/commandNames.ts';
import { report } from './report.ts';

const PAGE = 'docs/command-line.md';
const BEGIN = '<!-- help: written by `npm run command-line` -->';

const page = readFileSync(PAGE, 'utf8');
const end = page.indexOf(BEGIN) + BEGIN.length;
const sections = await Promise.all((await listCommands(helpOf)).map(describeCommand));
const updated = `${page.slice(0, end)}\n\n${sections.join('\n')}`;
if (process.argv.includes('--write')) writeFileSync(PAGE, updated);
else report(updated === page ? [] : [`${PAGE}: not the help of the commands`], 'Run npm run command-line.');

/** Returns the section of a command; those of a group are below it. */
async function describeCommand(path: CommandPath): Promise<string> {
  const heading = `${'#'.repeat(path.length + 2)} ${path.join(' ')}`;
  return `${heading}\n\n\`\`\`text\n${(await helpOf(path)).trim()}\n\`\`\`\n`;
}
