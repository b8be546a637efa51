import yargs, { type Argv } from 'yargs';
import { isPackage } from '../../core/packageFiles.ts';
import { VERSION } from '../../services/telemetry/version.ts';
import { doctorCommand, setupCommand } from '../commands/accounts.ts';
import { clientConfigCommand, contractCommand, usageCommand } from '../commands/contract.ts';
import { defineCommand } from '../commands/defineCommand.ts';
import { keysCommand } from '../commands/keys.ts';
import { modelCommand } from '../commands/model.ts';
import { planCommand } from '../commands/plan.ts';
import { previewCommand } from '../commands/preview.ts';
import { buildCommand, codegenCommand } from '../commands/repository.ts';
import { devCommand, emulatorsCommand, startCommand } from '../commands/running.ts';
import { indexCommand } from '../commands/searchIndex.ts';
import { isExpectedError, messageOf } from '../expectedError.ts';
import { UsageError } from '../usageError.ts';
import type { HelpOf } from './commandNames.ts';
import { describeUsageError } from './usageMessage.ts';

const COMMANDS = [
  startCommand,
  devCommand,
  emulatorsCommand,
  contractCommand,
  clientConfigCommand,
  indexCommand,
  planCommand,
  keysCommand,
  previewCommand,
  usageCommand,
  doctorCommand,
  setupCommand,
  modelCommand,
];
/** Commands that need the sources of the app. */
const REPOSITORY_COMMANDS = [buildCommand, codegenCommand];

const HELP_COLUMNS = 100;

/** Returns a message that is the same for one value and for several. */
const plural = (text: string) => ({ one: text, other: text });

/** Messages of the parser in the form of this project: what is expected first. The types of yargs lack plurals. */
const MESSAGES = {
  'Not enough non-option arguments: got %s, need at least %s': plural(
    'expected more arguments: got %s, at least %s are needed',
  ),
  'Not enough arguments following: %s': '--%s: expected a value, got none',
  'Missing required argument: %s': plural('expected a value for %s, got none'),
  'Unknown argument: %s': plural('unexpected %s'),
  'Invalid values:': 'unexpected value',
  'Argument: %s, Given: %s, Choices: %s': '%s: got %s, expected one of %s',
  'Arguments %s and %s are mutually exclusive': 'expected --%s or --%s, got both',
  'Implications failed:': 'an option needs another one:',
};

/** The command that yargs has for it ignores its options. */
const completionCommand = defineCommand({
  command: 'completion',
  describe: 'Print a script that completes commands and options in bash, zsh and fish',
  builder: (yargs) => yargs.epilogue('Append it to the start-up file: trivium completion >> ~/.bashrc'),
  handler: () => void createParser([]).showCompletionScript(),
});

/** Creates the parser of a command line. */
const createParser = (args: readonly string[]): Argv =>
  [...COMMANDS, ...(isPackage ? [] : REPOSITORY_COMMANDS), completionCommand]
    .reduce((parser, command) => parser.command(command), yargs([...args]))
    .scriptName('trivium')
    .usage(
      '$0 <command>\n\nServes one typed GraphQL API over Sanity, Mux and Algolia. The environment and .env have the settings.',
    )
    .demandCommand(1, 'expected a command, got none')
    .strict()
    // An option of several values is repeated, so that a file after it stays a positional argument.
    .parserConfiguration({ 'greedy-arrays': false })
    .epilogue('Exit codes: 0 success, 1 a failure or a negative result, 2 a wrong command line.')
    .locale('en')
    .updateStrings(MESSAGES as Record<string, unknown> as Record<string, string>)
    .version(VERSION)
    .wrap(HELP_COLUMNS)
    .exitProcess(false)
    .fail((message: string | null, error: Error | undefined) => {
      throw error && error.name !== 'YError' ? error : new UsageError(message ?? error?.message);
    });

/** Returns the help of a command. */
export const helpOf: HelpOf = (path) =>
  new Promise((resolve, reject) => {
    void createParser([]).parse([...path, '--help'], {}, (error, _arguments, output) =>
      error ? reject(error) : resolve(output),
    );
  });

async function failureText(error: unknown): Promise<unknown> {
  const { redisErrorMessage, redisErrorOf } = await import('../redisError.ts');
  const redisError = redisErrorOf(error);
  if (redisError) return redisErrorMessage(redisError);
  return isExpectedError(error) ? messageOf(error) : error;
}

/** Runs a command line, and sets the exit code: 0, 1 after a failure, or 2 if the command line is wrong. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    await createParser(args).parseAsync();
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(await describeUsageError(args, error.message, helpOf));
      process.exitCode = 2;
    } else {
      console.error(await failureText(error));
      process.exitCode = 1;
    }
  }
}
