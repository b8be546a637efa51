import { isoTime } from '../core/model/dateTime.ts';
import type { PreviewInfo } from '../core/previewInfo.ts';
import { createPreviews, type NewPreview, type Previews, previewLinkUrl } from '../services/auth/previews.ts';
import { type CommandOutput, type OutputOptions, parseDuration, runWithState } from './stateCommand.ts';

/** Runs an action over the stored previews and prints its output. */
const run = (
  options: OutputOptions,
  action: (previews: Previews, urlOf: (link: NewPreview) => string) => Promise<CommandOutput>,
): Promise<void> =>
  runWithState(options, (storage, { publicUrl, previewPath }) =>
    action(createPreviews(storage), ({ token }) => previewLinkUrl(publicUrl, previewPath, token)),
  );

interface NewLinkOptions extends OutputOptions {
  readonly path: string;
  readonly perspective: string;
  /** A duration. */
  readonly expires?: string | undefined;
}

/** Creates a link to one page and prints its address. @throws UsageError if an option is invalid */
export async function createPreviewLink({ path, perspective, expires, json }: NewLinkOptions): Promise<void> {
  const lifetimeMs = parseDuration('expires', expires);
  const expiresAt = lifetimeMs === undefined ? undefined : Date.now() + lifetimeMs;
  await run({ json }, async (previews, urlOf) => {
    const link = await previews.createLink({ path, perspective, expiresAt });
    const url = urlOf(link);
    const { preview } = link;
    return {
      json: { ...toJson(preview), url },
      lines: [url, '', ...previewLines(preview), '  The address is shown only once.'],
    };
  });
}

/** Lists the sessions and links that have not expired. */
export const listPreviews = (options: OutputOptions): Promise<void> =>
  run(options, async (previews) => {
    const all = await previews.list();
    return {
      json: all.map(toJson),
      lines:
        all.length === 0 ? ['no previews; trivium preview create makes a link'] : all.flatMap(previewLines),
    };
  });

/** Ends a session or a link. */
export const revokePreview = ({ id, json }: OutputOptions & { readonly id: string }): Promise<void> =>
  run({ json }, async (previews) => {
    const preview = await previews.revoke(id);
    return { json: toJson(preview), lines: previewLines(preview) };
  });

const toJson = ({ createdAt, expiresAt, revokedAt, ...preview }: PreviewInfo) => ({
  ...preview,
  createdAt: isoTime(createdAt),
  expiresAt: isoTime(expiresAt),
  revokedAt: isoTime(revokedAt),
});

const previewLines = (preview: PreviewInfo): string[] => {
  const { id, kind, isShared, path, perspective, createdAt, createdBy, expiresAt, revokedAt } = preview;
  const state =
    revokedAt === undefined ? `valid until ${isoTime(expiresAt)}` : `revoked ${isoTime(revokedAt)}`;
  return [
    `${id}  ${kind === 'link' ? `link to ${path}` : isShared ? 'session of a shared preview' : 'session of an editor'}`,
    `  ${perspective}; ${state}; created ${isoTime(createdAt)} by ${createdBy}`,
  ];
};
