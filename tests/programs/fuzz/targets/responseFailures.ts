/** Rejections because of a stated limit. */
const LIMITED = /"code":"(OVERLOADED|RATE_LIMITED|TOO_MANY_REQUESTS|TOO_MANY_CONNECTIONS)"/;
/** Stack traces and paths of the gateway's files. */
const INTERNAL_DETAILS =
  /node_modules\/|\n\s+at .+:\d+:\d+|file:\/\/\/[^\s]+\.ts|"code":"INTERNAL_SERVER_ERROR"/;

/** Returns the failures in the responses of one connection: statuses of the gateway's own faults, and internal details. */
export function responseFailures(text: string): string[] {
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
  const failures = statuses
    .filter((status) => status >= 500 && !(status === 503 && LIMITED.test(text)))
    .map((status) => `expected no status ${status}, got ${text.slice(0, 600)}`);
  const detail = INTERNAL_DETAILS.exec(text);
  if (detail)
    failures.push(
      `expected no internal details, got ${text.slice(Math.max(0, detail.index - 200), detail.index + 200)}`,
    );
  return failures;
}
