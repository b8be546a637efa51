/** The path of a command: its name, after the name of its group. Empty for the list of all commands. */
export type CommandPath = readonly string[];

/** Returns the help of a command. */
export type HelpOf = (path: CommandPath) => Promise<string>;

/** Returns the names of the commands that the help of a group lists. */
export function commandsIn(help: string, group: CommandPath): string[] {
  const prefix = ['trivium', ...group].join(' ');
  return [...help.matchAll(new RegExp(`^ {2}${prefix} ([\\w-]+)`, 'gm'))].map(([, name = '']) => name);
}

/** Returns the paths of all commands, a group before its commands. */
export async function listCommands(helpOf: HelpOf, group: CommandPath = []): Promise<CommandPath[]> {
  const names = commandsIn(await helpOf(group), group);
  const paths = names.map((name) => [...group, name]);
  const nested = await Promise.all(paths.map(async (path) => [path, ...(await listCommands(helpOf, path))]));
  return nested.flat();
}
