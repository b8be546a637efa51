import { beforeAll, describe, expect, test } from '@jest/globals';
import { helpOf } from '../../../gateway/cli/parser/commandLine.ts';
import { type CommandPath, listCommands } from '../../../gateway/cli/parser/commandNames.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { freePort } from '../../support/freePort.ts';
import { runCommand } from '../../support/runCommand.ts';

const runCommandLine = createCommandRunner();
const run = (...args: string[]) => runCommandLine(args);

/** Runs a command line for each path. */
const runEach = (paths: readonly CommandPath[], ...args: string[]) =>
  Promise.all(paths.map(async (path) => ({ path: path.join(' '), ...(await run(...path, ...args)) })));

describe('command line', () => {
  let paths: readonly CommandPath[];
  beforeAll(async () => {
    paths = await listCommands(helpOf);
  });

  test('has the documented commands', () => {
    expect(paths.map((path) => path.join(' '))).toEqual(
      expect.arrayContaining([
        'start',
        'dev',
        'emulators',
        'build',
        'contract',
        'index',
        'plan',
        'keys',
        'keys create',
        'usage',
        'codegen',
        'completion',
      ]),
    );
  });

  test('describes every command with --help, and runs nothing', async () => {
    for (const { path, code, out, err } of await runEach(paths, '--help'))
      expect({ path, code, err, help: out }).toEqual({
        path,
        code: 0,
        err: '',
        help: expect.stringMatching(new RegExp(`^trivium ${path}[^]*--help`)),
      });
  }, 60_000);

  test('rejects an unknown option of every command with the nearest name and exit code 2', async () => {
    for (const { path, code, out, err } of await runEach(paths, '--hepl'))
      expect({ path, code, out, err }).toEqual({
        path,
        code: 2,
        out: '',
        err: `unknown option --hepl; did you mean --help?\ntrivium ${path} --help describes the usage.\n`,
      });
  }, 60_000);

  test.each([
    [[], /^expected a command, got none\ntrivium --help describes the usage\.\n$/],
    [['strat'], /^unknown command strat; did you mean start\?\ntrivium --help/],
    [['zzzzzz'], /^unknown command zzzzzz\ntrivium --help/],
    [['start', 'now'], /^unexpected now\ntrivium start --help/],
    [['keys'], /^expected a command, got none\ntrivium keys --help/],
    [['keys', 'crate', '--name', 'x'], /^unknown command crate; did you mean create\?/],
    [['keys', 'create', '--scopes', 'a'], /^expected a value for name, got none/],
    [['keys', 'create', '--name', '--scopes', 'a'], /^--name: expected a value, got none/],
    [['index', '--if-mising=true'], /^unknown option --if-mising; did you mean --if-missing\?/],
    [['index', '--check', '--if-missing'], /^expected --if-missing or --check, got both/],
    [['index', '--retry', '--remove-old'], /^expected --retry or --remove-old, got both/],
    [['contract', '--check', '--release'], /^expected --check or --release, got both/],
    [['contract', '--header', 'x'], /^an option needs another one:\n header -> against/],
    [['plan'], /^expected more arguments: got 0, at least 1 are needed/],
    [
      ['plan', 'none.graphql'],
      /^none\.graphql: expected a \.graphql file, got no such file\ntrivium plan --help/,
    ],
    [['model', 'import', 'none.json'], /^none\.json: expected the output of .*\ntrivium model import --help/],
    [['contract', '--against', 'none.graphql'], /^none\.graphql: expected a file or a URL, got no such file/],
    [
      ['contract', '--against', 'schema/contract.graphql', '--usage', 'none.json'],
      /^--usage: expected a file with the output of trivium usage --json, got none\.json/,
    ],
    [['client-config', 'apollo.ts', '--from', 'none.graphql'], /^none\.graphql: expected a file or a URL/],
    [['usage', '--days', '0'], /^--days: expected a number from 1 to \d+, got "0"/],
    [['doctor', '--wait', '4000'], /^expected --timeout from 1 to 600 and --wait/],
    [
      ['build', 'ap'],
      /^unexpected value\n {2}parts: got "ap", expected one of "app", "explorer", "overlays", "package"/,
    ],
  ])('rejects %j', async (args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(message) });
  });

  test.each([[['model', 'check']], [['contract']], [['client-config', 'apollo.ts']], [['index']]])(
    '%j exits with 1 for a folder without a model',
    async (args) => {
      const env = { ...process.env, SCHEMA_DIR: 'docs', EMULATOR_PORT: String(await freePort(3)) };
      const { code, err } = await runCommandLine(args, env);
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining('expected .graphql files in docs, found none'),
      });
    },
  );

  test.each([[['keys', '--help']], [['keys', '--hepl']]])(
    'a process exits with the code and the output of %j',
    async (args) => {
      expect(await runCommand(['gateway/cli/trivium.ts', ...args])).toEqual(await run(...args));
    },
  );

  test('completes commands and options', async () => {
    expect(await run('completion')).toMatchObject({ code: 0, out: expect.stringContaining('complete ') });
    const complete = async (...args: string[]) =>
      (await run('--get-yargs-completions', 'trivium', ...args)).out.split('\n');
    expect(await complete('')).toEqual(expect.arrayContaining(['start', 'keys', 'contract']));
    expect(await complete('keys', '')).toEqual(expect.arrayContaining(['create', 'revoke']));
    expect(await complete('keys', 'create', '--')).toEqual(expect.arrayContaining(['--scopes', '--origin']));
  });
});
