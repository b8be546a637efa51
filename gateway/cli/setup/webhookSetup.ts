/** Options of the registration of a webhook. */
export interface WebhookSetup {
  /** True if nothing is changed. */
  readonly isDryRun: boolean;
  /** Receives what is done, line by line; no line contains a secret. */
  print(line: string): void;
  readonly signal: AbortSignal;
}
