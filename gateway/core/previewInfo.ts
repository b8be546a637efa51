/** What a preview shows and for how long. Times are milliseconds since 1970. */
export interface PreviewInfo {
  readonly id: string;
  /** An editor's session, or a link to one page for readers without an account. */
  readonly kind: 'session' | 'link';
  /** True for a session that the secret of the Studio's shared previews has started: anyone with their address can start one. */
  readonly isShared?: boolean;
  /** The versions of documents that it shows; of a session, the versions with which it began. */
  readonly perspective: string;
  /** The path with the query string of the only page of a link; undefined for a session. */
  readonly path?: string;
  /** The origins of the Studio, which may frame pages of the session. */
  readonly studioOrigins: readonly string[];
  readonly createdAt: number;
  /** The caller that created it, as the audit log names it. */
  readonly createdBy: string;
  readonly expiresAt: number;
  readonly revokedAt?: number;
}
