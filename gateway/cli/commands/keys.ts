import type { Argv } from 'yargs';
import { defineCommand, defineGroup, withJson } from './defineCommand.ts';

const withId = <T>(yargs: Argv<T>) =>
  yargs.positional('id', { describe: 'The id of a key', type: 'string', demandOption: true });

const create = defineCommand({
  command: 'create',
  describe: 'Create a key and print its secret, which is shown only once',
  builder: (yargs) =>
    withJson(yargs)
      .option('name', {
        describe: 'The name of the client',
        type: 'string',
        requiresArg: true,
        demandOption: true,
      })
      .option('scopes', {
        describe: 'The scopes of the key, e.g. read:published,read:drafts',
        type: 'string',
        array: true,
        requiresArg: true,
        demandOption: true,
      })
      .option('expires', {
        describe: 'The lifetime of the key, e.g. 90d; default: unlimited',
        type: 'string',
        requiresArg: true,
      })
      .option('origin', {
        describe: 'An origin of web pages that may use the key, e.g. https://example.org; can be repeated',
        type: 'string',
        array: true,
        requiresArg: true,
      }),
  async handler(options) {
    const { createKey } = await import('../keys.ts');
    await createKey(options);
  },
});

const list = defineCommand({
  command: 'list',
  describe: 'List all keys with their state and last use',
  builder: (yargs) => withJson(yargs),
  async handler(options) {
    const { listKeys } = await import('../keys.ts');
    await listKeys(options);
  },
});

const rotate = defineCommand({
  command: 'rotate <id>',
  describe: 'Add a secret to a key; the previous one stays valid for the overlap',
  builder: (yargs) =>
    withId(withJson(yargs)).option('overlap', {
      describe: 'The time for which the previous secret stays valid, e.g. 12h, or 0; default: 24h',
      type: 'string',
      requiresArg: true,
    }),
  async handler(options) {
    const { rotateKey } = await import('../keys.ts');
    await rotateKey(options);
  },
});

const revoke = defineCommand({
  command: 'revoke <id>',
  describe: 'Invalidate a key on every gateway within a second',
  builder: (yargs) => withId(withJson(yargs)),
  async handler(options) {
    const { revokeKey } = await import('../keys.ts');
    await revokeKey(options);
  },
});

const audit = defineCommand({
  command: 'audit',
  describe: 'Print the audit log: changes of keys and previews, and sign-ins of editors',
  builder: (yargs) =>
    withJson(yargs).option('last', {
      describe: 'The number of entries',
      type: 'string',
      default: '50',
      requiresArg: true,
    }),
  async handler(options) {
    const { printAudit } = await import('../keys.ts');
    await printAudit(options);
  },
});

/** `trivium keys` */
export const keysCommand = defineGroup('keys', 'Manage the API keys of the gateway', [
  create,
  list,
  rotate,
  revoke,
  audit,
]);
