import { defineCommand, defineGroup, withJson } from './defineCommand.ts';

const create = defineCommand({
  command: 'create <path>',
  describe: 'Create a link to the drafts of one page and print its address, which is shown only once',
  builder: (yargs) =>
    withJson(yargs)
      .positional('path', {
        describe: 'The path of the page with its query string, e.g. /films/lorenz',
        type: 'string',
        demandOption: true,
      })
      .option('perspective', {
        describe:
          'The versions of documents that the page shows: drafts, or names of releases joined by commas',
        type: 'string',
        default: 'drafts',
        requiresArg: true,
      })
      .option('expires', {
        describe: 'The lifetime of the link, e.g. 24h, at most 30d; default: 7d',
        type: 'string',
        requiresArg: true,
      }),
  async handler(options) {
    const { createPreviewLink } = await import('../preview.ts');
    await createPreviewLink(options);
  },
});

const list = defineCommand({
  command: 'list',
  describe: 'List the sessions of editors and the links that have not expired',
  builder: (yargs) => withJson(yargs),
  async handler(options) {
    const { listPreviews } = await import('../preview.ts');
    await listPreviews(options);
  },
});

const revoke = defineCommand({
  command: 'revoke <id>',
  describe: 'End a session or a link on every gateway within a second',
  builder: (yargs) =>
    withJson(yargs).positional('id', {
      describe: 'The id of a session or a link',
      type: 'string',
      demandOption: true,
    }),
  async handler(options) {
    const { revokePreview } = await import('../preview.ts');
    await revokePreview(options);
  },
});

/** `trivium preview` */
export const previewCommand = defineGroup(
  'preview',
  'Manage previews: sessions of editors and links to pages',
  [create, list, revoke],
);
