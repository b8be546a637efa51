import leven from 'leven';
import { commandsIn, type HelpOf } from './commandNames.ts';

/** The commands that the npm package lacks, and what does their work in a project. In the repository they are known. */
const REPOSITORY_ONLY: Readonly<Record<string, string>> = {
  codegen:
    'codegen: expected a command of the npm package, got one of the repository, which generates the types of its app; for your client, run GraphQL Code Generator over contract.graphql, which trivium contract writes (docs/api/react.md)',
  build:
    'build: expected a command of the npm package, got one of the repository, which builds its app; the explorer of the package is built, and Node runs the model as it is',
};

/** Changed letters up to which a name is suggested for another. */
const MAX_DISTANCE = 3;

/**
 * Describes a wrong command line, with the nearest name of each unknown command or option.
 * @param message of the parser
 * @param helpOf returns the help of a command, whose names are the known names
 */
export async function describeUsageError(
  args: readonly string[],
  message: string,
  helpOf: HelpOf,
): Promise<string> {
  const path: string[] = [];
  let help = await helpOf(path);
  let unknownCommand: string | undefined;
  for (const argument of args.filter((text) => !text.startsWith('-'))) {
    const commands = commandsIn(help, path);
    if (commands.length === 0) break;
    if (!commands.includes(argument)) {
      unknownCommand = describeUnknown('command', argument, commands);
      break;
    }
    path.push(argument);
    help = await helpOf(path);
  }
  const problems = unknownCommand ? [unknownCommand] : unknownOptions(args, help);
  const command = ['trivium', ...path, '--help'].join(' ');
  return `${problems.length > 0 ? problems.join('\n') : message}\n${command} describes the usage.`;
}

/** Describes the options that a help text does not have. */
function unknownOptions(args: readonly string[], help: string): string[] {
  const end = args.indexOf('--');
  const known = [...help.matchAll(/^ +(?:-\w, )?(--[\w-]+)/gm)].map(([, name = '']) => name);
  return args
    .slice(0, end === -1 ? undefined : end)
    .filter((text) => text.startsWith('-') && text !== '-')
    .map((text) => text.split('=', 1)[0] as string)
    .filter((name) => !known.includes(name.replace(/^--no-/, '--')))
    .map((name) => describeUnknown('option', name, known));
}

function describeUnknown(kind: string, name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: leven(name, candidate) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE)
    .toSorted((a, b) => a.distance - b.distance);
  const suggestion = nearest ? `; did you mean ${nearest.candidate}?` : '';
  const replacement = kind === 'command' ? REPOSITORY_ONLY[name] : undefined;
  return replacement ?? `unknown ${kind} ${name}${suggestion}`;
}
