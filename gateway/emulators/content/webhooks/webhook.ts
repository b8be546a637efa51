/** The changes of a document that can trigger a webhook. */
export const OPERATIONS = ['create', 'update', 'delete'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A webhook of a project (https://www.sanity.io/docs/http-reference/webhooks). */
export interface Webhook {
  url: string;
  /** Operations that trigger it. Default: all three. */
  on?: readonly Operation[];
  /** GROQ filter, the inside of `*[…]`. Default: every document. */
  filter?: string;
  /** GROQ projection. Default: the document after the change, or before its deletion. */
  projection?: string;
  /** True if drafts trigger it. Default: only published documents do. */
  includeDrafts?: boolean;
  /** True if versions in releases trigger it. */
  includeAllVersions?: boolean;
  name?: string;
  /** `*`: every dataset of the project. Default: `*`. */
  dataset?: string;
  /** The version of GROQ in filter and projection, e.g. `v2021-03-25`. The emulator has one. */
  apiVersion?: string;
  description?: string;
  /** Secret of its signatures. Default: the secret of `WebhookOptions`. */
  secret?: string;
  /** True if nothing triggers it. */
  isDisabledByUser?: boolean;
}

/** A webhook of the project and its id. */
export interface WebhookRecord {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly webhook: Webhook;
}
