/**
 * `npm run conformance -- <content|media|search> <url>` runs the audits of a service against the API at a URL, an emulator
 * or the provider, with the account of the environment or `.env`. The audits write data: use a test account.
 * `--only <start of an id>` selects audits. Exits with 1 when a MUST fails.
 */
import { parseArgs } from 'node:util';
import { loadEnvironment } from '../../gateway/config/environment.ts';
import { type BoundAudit, SERVICES, type Service } from './targets.ts';

/** Audits that wait for the provider take seconds. */
const AUDIT_TIMEOUT_MS = 60_000;

interface AuditResult {
  readonly audit: BoundAudit;
  /** Expected and actual behaviour; undefined for a passed audit. */
  readonly failure?: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
});
const [service, url] = positionals;
if (!service || !Object.hasOwn(SERVICES, service) || !url || !URL.canParse(url)) {
  console.error(
    'expected npm run conformance -- <content|media|search> <url>, e.g. content http://127.0.0.1:4101',
  );
  process.exit(2);
}

const all = await SERVICES[service as Service](url.replace(/\/+$/, ''), loadEnvironment().env);
const audits = all.filter(({ id }) => id.startsWith(values.only ?? ''));
if (audits.length === 0) {
  console.error(`expected --only to be the start of an audit's id, got ${values.only}`);
  process.exit(2);
}

const results: AuditResult[] = [];
for (const audit of audits) {
  const result = await runAudit(audit);
  results.push(result);
  const status = result.failure === undefined ? 'passed' : 'FAILED';
  console.log(`${status} ${audit.level.padEnd(6)} ${audit.id}  ${audit.name}`);
  if (result.failure !== undefined) console.log(result.failure.replaceAll(/^/gm, '        '));
}
const countFailed = (level: string) =>
  results.filter(({ audit, failure }) => failure !== undefined && audit.level === level).length;
const [failedMust, failedShould] = [countFailed('MUST'), countFailed('SHOULD')];
console.log(
  `\n${service} at ${url}: ${results.length} audits, failed: ${failedMust} MUST, ${failedShould} SHOULD`,
);
if (failedMust + failedShould > 0)
  console.log(`Repeat one with --only <id>; its code is in tests/conformance/${service}.`);
process.exit(failedMust > 0 ? 1 : 0);

async function runAudit(audit: BoundAudit): Promise<AuditResult> {
  const timeout = AbortSignal.timeout(AUDIT_TIMEOUT_MS);
  const timedOut = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () =>
      reject(new Error(`expected an end within ${AUDIT_TIMEOUT_MS / 1000} s`)),
    );
  });
  try {
    await Promise.race([audit.run(), timedOut]);
    return { audit };
  } catch (error) {
    return { audit, failure: error instanceof Error ? error.message : String(error) };
  }
}
