import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';

interface CommandDefinition<Arguments> {
  /** The name and the positional arguments, for example `plan <file>`. */
  readonly command: string;
  /** One sentence for the list of commands. */
  readonly describe: string;
  builder(yargs: Argv): Argv<Arguments>;
  /** Runs the command. It imports the modules that it needs, so that other commands start without them. */
  handler(args: ArgumentsCamelCase<Arguments>): void | Promise<void>;
}

/** Defines a command. The types of its arguments follow from `builder`. */
export const defineCommand = <Arguments>(definition: CommandDefinition<Arguments>): CommandModule =>
  definition as unknown as CommandModule;

/** Defines a command that only groups other commands, for example `keys`. */
export const defineGroup = (
  name: string,
  describe: string,
  commands: readonly CommandModule[],
): CommandModule =>
  defineCommand({
    command: name,
    describe,
    builder: (yargs) =>
      commands
        .reduce((group, command) => group.command(command), yargs)
        .usage(`$0 ${name} <command>\n\n${describe}`)
        .demandCommand(1, 'expected a command, got none'),
    handler: () => undefined,
  });

/** Adds the option `--json` to a command. */
export const withJson = <T>(yargs: Argv<T>) =>
  yargs.option('json', { describe: 'Print JSON', type: 'boolean' });
